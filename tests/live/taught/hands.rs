//! What a person does in a game between two pictures of it.

use planwright::autoplay::desktop::{WindowId, World};
use planwright::game::Button;
use planwright::vision::Key;
use testkit::wait::wait_for;

/// Something done in the window, and a pixel of it that has another colour when the game is done with that.
pub enum Hand {
    /// Several keys are held down together.
    Press(&'static [Key], (u32, u32)),
    /// That pixel is clicked.
    Click(Button, (u32, u32)),
    /// A click there shows at that pixel.
    ClickAt((i32, i32), (u32, u32)),
    /// From that pixel it is dragged to another one.
    Drag((u32, u32), (i32, i32)),
}

impl Hand {
    /// Does it in the window with this title.
    pub fn act(&self, world: &mut dyn World, title: &str) {
        let windows = world.windows().expect("can be listed");
        let window = windows.into_iter().find(|it| it.title.contains(title));
        let id = window.expect("is open").id;
        let (Self::Press(_, (x, y))
        | Self::Click(_, (x, y))
        | Self::ClickAt(_, (x, y))
        | Self::Drag((x, y), _)) = *self;
        let colour = |world: &mut dyn World| Some(*world.capture(id).ok()?.get_pixel(x, y));
        let before = colour(world).expect("has a picture");
        wait_for("the window takes it", 60, || {
            world.activate(id).ok()?;
            match self {
                Self::Press(keys, _) => {
                    // Some games take keys only where the pointer is.
                    world.move_to(id, (x as i32, y as i32)).ok()?;
                    keys.iter()
                        .try_for_each(|key| world.key_down(id, *key))
                        .ok()?;
                    keys.iter()
                        .rev()
                        .try_for_each(|key| world.key_up(*key))
                        .ok()
                }
                Self::Click(button, _) => click(world, id, (x as i32, y as i32), *button),
                Self::ClickAt(at, _) => click(world, id, *at, Button::Primary),
                Self::Drag(..) => {
                    let at = (x as i32, y as i32);
                    world.button_down(id, at, Button::Primary).ok()
                }
            }
        });
        if let Self::Drag(_, to) = self {
            let before = world.capture(id).expect("has a picture");
            world.move_to(id, *to).expect("is in front");
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

fn click(world: &mut dyn World, id: WindowId, at: (i32, i32), button: Button) -> Option<()> {
    world.button_down(id, at, button).ok()?;
    world.button_up(button).ok()
}
