//! What a person does in a game between two pictures of it.

use planwright::autoplay::desktop::{Desktop, WindowId};
use planwright::game::Button;
use planwright::vision::Key;
use testkit::wait::wait_for;

use super::place::Place;

/// A row and a column in cells from the board's corner, as [`Place::pixel`] takes them.
type Point = (f32, f32);

/// Something done in the window, and a point of the board that has another colour when the game is done with that.
pub enum Hand {
    /// Several keys are held down together.
    Press(&'static [Key], Point),
    /// That point is clicked.
    Click(Button, Point),
    /// A click at the first point shows at the second.
    ClickAt(Point, Point),
    /// From that point it is dragged to another one.
    Drag(Point, Point),
    /// A drag from the first point to the second shows at the third.
    DragAt(Point, Point, Point),
}

impl Hand {
    /// Does it in a window with its board at this place.
    pub fn act(&self, world: &mut dyn Desktop, id: WindowId, place: &Place) {
        let (Self::Press(_, point)
        | Self::Click(_, point)
        | Self::ClickAt(_, point)
        | Self::Drag(point, _)
        | Self::DragAt(_, _, point)) = *self;
        let (x, y) = place.pixel(point);
        let colour = |world: &mut dyn Desktop| {
            let picture = world.capture(id).ok()?;
            picture.get_pixel_checked(x as u32, y as u32).copied()
        };
        let before = colour(world).expect("has a picture");
        wait_for("the window takes it", 60, || {
            world.activate(id).ok()?;
            match self {
                Self::Press(keys, _) => {
                    // Some games take keys only where the pointer is.
                    world.move_to(id, (x, y)).ok()?;
                    keys.iter()
                        .try_for_each(|key| world.key_down(id, *key))
                        .ok()?;
                    keys.iter()
                        .rev()
                        .try_for_each(|key| world.key_up(*key))
                        .ok()
                }
                Self::Click(button, _) => click(world, id, (x, y), *button),
                Self::ClickAt(at, _) => click(world, id, place.pixel(*at), Button::Primary),
                Self::Drag(from, _) | Self::DragAt(from, ..) => {
                    let from = place.pixel(*from);
                    world.button_down(id, from, Button::Primary).ok()
                }
            }
        });
        if let Self::Drag(_, to) | Self::DragAt(_, to, _) = self {
            let before = world.capture(id).expect("has a picture");
            world.move_to(id, place.pixel(*to)).expect("is in front");
            wait_for("the game shows what is dragged", 60, || {
                (world.capture(id).ok()? != before).then_some(())
            });
            world.button_up(Button::Primary).expect("is let up");
        }
        wait_for("the game is done with it", 60, || {
            (colour(world)? != before).then_some(())
        });
    }
}

fn click(world: &mut dyn Desktop, id: WindowId, at: (i32, i32), button: Button) -> Option<()> {
    world.button_down(id, at, button).ok()?;
    world.button_up(button).ok()
}
