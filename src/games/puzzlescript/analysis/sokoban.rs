//! Games that are Sokoban under another name: a player pushes single boxes, and each goal needs one.

use super::relaxed::rules;
use crate::compile::{CellPattern, Command, CompiledGame, Kind, MOVEMENTS, Mask, Quantity, Rule};
use crate::game::Heading;

/// Text of the Sokoban level that these cells are, if the game is Sokoban: one player, as many goals as boxes, and one
/// rule, by which the player pushes a box. `cells` list the objects of each cell, column by column.
///
/// Other objects in the layer of the boxes are walls, and those in other layers are ignored. A plan of that level has
/// still to be replayed.
pub fn sokoban_text(game: &CompiledGame, height: usize, cells: &[Vec<usize>]) -> Option<String> {
    let (player, pushed) = pushed_object(game)?;
    let goal = goal(game, pushed)?;
    let layer = |object: usize| game.names.objects[object].layer;
    let sign = |objects: &Vec<usize>| {
        let has = |object| objects.contains(&object);
        match (has(player), has(pushed)) {
            (false, false) if objects.iter().any(|it| layer(*it) == layer(pushed)) => '#',
            (has_pusher, has_box) => planwright_sokoban::sign(has_pusher, has_box, has(goal)),
        }
    };
    let signs: Vec<char> = cells.iter().map(sign).collect();
    let count = |of: &str| signs.iter().filter(|sign| of.contains(**sign)).count();
    if count("@+") != 1 || count("$*") != count(".+*") {
        return None;
    }
    // Nothing leaves the level.
    let edge = "#".repeat(cells.len() / height + 2);
    let rows = (0..height).map(|row| {
        let row: String = signs.iter().skip(row).step_by(height).collect();
        format!("#{row}#\n")
    });
    Some(format!("{edge}\n{}{edge}\n", rows.collect::<String>()))
}

/// The player's object and that which it pushes, in all directions, if the rules do nothing else.
fn pushed_object(game: &CompiledGame) -> Option<(usize, usize)> {
    let all: Option<Vec<_>> = rules(game).map(|rule| push(game, rule)).collect();
    let mut all = all?;
    let (_, player, pushed) = *all.first()?;
    all.sort_unstable();
    let expected = (0..Heading::ALL.len()).map(|movement| (movement, player, pushed));
    all.into_iter().eq(expected).then_some((player, pushed))
}

/// Movement, player and pushed object of a rule such as `[ > Player | Crate ] -> [ > Player | > Crate ]`.
fn push(game: &CompiledGame, rule: &Rule) -> Option<(usize, usize, usize)> {
    let head = &rule.head;
    let changes_nothing =
        |command: &Command| matches!(command, Command::Sound(_) | Command::Message(_));
    let is_plain =
        !head.late && !head.rigid && !head.random && rule.commands.iter().all(changes_nothing);
    let [row] = &rule.rows[..] else { return None };
    let [part] = &row[..] else { return None };
    let [first, second] = &part[..] else {
        return None;
    };
    let (mover, moved, heading) = match first.present == game.player.mask {
        true => (first, second, rule.direction),
        false => (second, first, rule.direction.opposite()),
    };
    let movement = match heading {
        Heading::Up => 0,
        Heading::Down => 1,
        Heading::Left => 2,
        Heading::Right => 3,
    };
    let (player, pushed) = (only(&mover.present)?, only(&moved.present)?);
    let layer = game.names.objects[player].layer;
    let forward = Mask::new([MOVEMENTS * layer + movement]);
    let is_push = game.names.objects[pushed].layer == layer
        && keeps_objects(game, mover, player)
        && keeps_objects(game, moved, pushed)
        && mover.moving == forward
        && moved.moving.is_empty()
        && moves(mover).is_none_or(|go| *go == forward)
        && moves(moved) == Some(&forward);
    let is_player = mover.present == game.player.mask;
    (is_plain && is_push && is_player).then_some((movement, player, pushed))
}

/// Returns whether a cell tests no more than that an object is there, and movements, and objects stay as they are.
fn keeps_objects(game: &CompiledGame, cell: &CellPattern, object: usize) -> bool {
    let layer = |object: usize| game.names.objects[object].layer;
    let keeps = cell.change.as_ref().is_none_or(|change| {
        let mut cleared = change.clear.iter();
        let stays = change.set == cell.present || change.clear.is_empty() && change.set.is_empty();
        stays
            && cleared.all(|cleared| layer(cleared) == layer(object))
            && change.random.is_empty()
            && change.random_layers.is_empty()
    });
    keeps && cell.missing.is_empty() && cell.any.is_empty() && cell.stationary.is_empty()
}

/// Movements given in a cell that the rule changes.
fn moves(cell: &CellPattern) -> Option<&Mask> {
    cell.change.as_ref().map(|change| &change.go)
}

/// The goals, if the only condition is that each has a box, or that each box is on one.
fn goal(game: &CompiledGame, pushed: usize) -> Option<usize> {
    let [win] = &game.wins[..] else { return None };
    let object = |kind: &Kind| only(&kind.mask);
    let (objects, on) = (object(&win.objects)?, object(win.on.as_ref()?)?);
    match win.quantity {
        Quantity::All if objects == pushed => Some(on),
        Quantity::All if on == pushed => Some(objects),
        _ => None,
    }
}

/// The only number in a set.
fn only(mask: &Mask) -> Option<usize> {
    let mut numbers = mask.iter();
    numbers.next().filter(|_| numbers.next().is_none())
}
