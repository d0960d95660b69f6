//! Plays the rules on a level. Each object, and each movement of each layer, is a set of cells; so a pattern is looked
//! for in all cells at once, by shifting and intersecting sets.

use std::sync::Arc;

use super::super::compile::{Direction, Game, Kind, MOVEMENTS, Quantity};
use super::board::{Board, before, cells, empty, has, insert, is_empty, remove};
use super::plan::{ChangePlan, Plan};
use super::queue::Queue;
use super::rng::Rng;

/// How much one turn may do, in changed cells and tried places, before it is given up.
const MOST_WORK: u64 = 60_000_000;

/// Which way something goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    Up,
    Left,
    Down,
    Right,
    Action,
}

impl Input {
    /// The number of the movement that it gives the player.
    fn movement(self) -> usize {
        match self {
            Self::Up => 0,
            Self::Down => 1,
            Self::Left => 2,
            Self::Right => 3,
            Self::Action => 4,
        }
    }
}

/// What the cells hold: for each object its set of cells.
pub type Cells = Box<[u64]>;

/// Groups of rules whose rigid movements failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Rigid {
    /// For each cell and layer, the number of the group that moved it, from 1.
    pub group: Vec<u8>,
    /// For each cell and layer, whether a rigid rule moved it.
    pub applied: Vec<bool>,
    /// Groups that are left out in this turn.
    pub banned: Vec<bool>,
}

/// A level being played, in sets of `N` words.
#[derive(Clone, Debug)]
pub struct Machine<const N: usize> {
    pub(super) game: Arc<Game>,
    pub(super) plan: Arc<Plan>,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The cells of each object.
    pub(super) objects: Vec<Board<N>>,
    /// The cells in which there is something of a layer.
    pub(super) filled: Vec<Board<N>>,
    /// The cells of each movement of each layer.
    pub(super) moves: Vec<Board<N>>,
    /// The cells in which there is a movement of a layer.
    pub(super) moving: Vec<Board<N>>,
    /// Objects, and movements, that there may be somewhere.
    pub(super) there: Vec<u64>,
    pub(super) there_moves: Vec<u64>,
    /// All cells, and those where patterns can begin, by the plan's numbers.
    pub(super) all: Board<N>,
    pub(super) starts: Vec<Board<N>>,
    pub(super) rigid: Option<Rigid>,
    pub(super) queue: Queue,
    pub(super) rng: Rng,
    pub(super) work: u64,
    /// The lines of rules that changed something, if they are to be told.
    pub(super) told: Option<Vec<Applied>>,
    /// Places that were found, kept to save memory.
    pub(super) found: Vec<Vec<super::matching::Place>>,
}

/// A rule that changed something.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its line, from 1; none for what moves after the first half of the rules.
    pub line: Option<usize>,
    pub direction: Option<Direction>,
    /// The cells after it.
    pub after: Cells,
}

/// A turn that does more than any game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless;

impl<const N: usize> Machine<N> {
    /// A machine for levels of a size, with nothing in them.
    pub fn new(game: Arc<Game>, plan: Arc<Plan>, width: usize, height: usize, rng: Rng) -> Self {
        let (objects, layers) = (plan.layer_of.len(), plan.layers.len());
        let movements = MOVEMENTS * layers;
        let of = |keep: &dyn Fn(usize, usize) -> bool| {
            let mut board = empty();
            for cell in 0..width * height {
                if keep(cell / height, cell % height) {
                    insert(&mut board, cell);
                }
            }
            board
        };
        let starts = plan.starts.iter().map(|(direction, length)| {
            let length = length.saturating_sub(1);
            of(&|col, row| match direction {
                Direction::Up => row >= length,
                Direction::Down => row + length < height,
                Direction::Left => col >= length,
                Direction::Right => col + length < width,
            })
        });
        let starts = starts.collect();
        let rigid = (!plan.rigid_groups.is_empty()).then(|| Rigid {
            group: vec![0; width * height * layers],
            applied: vec![false; width * height * layers],
            banned: vec![false; plan.first.len()],
        });
        Self {
            all: of(&|_, _| true),
            starts,
            objects: vec![empty(); objects],
            filled: vec![empty(); layers],
            moves: vec![empty(); movements],
            moving: vec![empty(); layers],
            there: vec![0; objects.div_ceil(64)],
            there_moves: vec![0; movements.div_ceil(64)],
            rigid,
            queue: Queue::default(),
            rng,
            work: 0,
            told: None,
            found: Vec::new(),
            game,
            plan,
            width,
            height,
        }
    }

    fn words(&self) -> usize {
        (self.width * self.height).div_ceil(64)
    }

    /// What the cells hold.
    pub fn store(&self) -> Cells {
        let words = self.words();
        self.objects.iter().flat_map(|board| &board[..words]).copied().collect()
    }

    /// Puts into the cells what was stored.
    pub fn load(&mut self, stored: &[u64]) {
        let words = self.words();
        for (board, stored) in self.objects.iter_mut().zip(stored.chunks_exact(words.max(1))) {
            board[..words].copy_from_slice(stored);
        }
        for (filled, objects) in self.filled.iter_mut().zip(&self.plan.layers) {
            *filled = empty();
            for object in objects {
                let board = &self.objects[usize::from(*object)];
                filled.iter_mut().zip(board).for_each(|(word, more)| *word |= more);
            }
        }
    }

    /// Whether the cells hold what was stored.
    pub fn holds(&self, stored: &[u64]) -> bool {
        let words = self.words().max(1);
        let mut boards = self.objects.iter().zip(stored.chunks_exact(words));
        boards.all(|(board, stored)| board[..words] == *stored)
    }

    /// Notes which objects there are.
    fn look(&mut self) {
        self.there.fill(0);
        for (object, board) in self.objects.iter().enumerate() {
            if !is_empty(board) {
                self.there[object / 64] |= 1 << (object % 64);
            }
        }
    }

    /// The cells where there is something of a kind.
    fn of_kind(&self, kind: &Kind) -> Board<N> {
        let mut board = if kind.all { self.all } else { empty() };
        for object in kind.mask.iter() {
            let objects = &self.objects[object];
            match kind.all {
                true => board.iter_mut().zip(objects).for_each(|(word, other)| *word &= other),
                false => board.iter_mut().zip(objects).for_each(|(word, other)| *word |= other),
            }
        }
        board
    }

    /// Whether the level is won.
    pub fn is_won(&self) -> bool {
        !self.game.wins.is_empty()
            && self.game.wins.iter().all(|win| {
                let mut of = self.of_kind(&win.of);
                if let Some(on) = &win.on {
                    let on = self.of_kind(on);
                    match win.quantity {
                        Quantity::All => of.iter_mut().zip(&on).for_each(|(word, on)| *word &= !on),
                        _ => of.iter_mut().zip(&on).for_each(|(word, on)| *word &= on),
                    }
                } else if win.quantity == Quantity::All {
                    // Everything lies on something.
                    return true;
                }
                match win.quantity {
                    Quantity::Some => !is_empty(&of),
                    _ => is_empty(&of),
                }
            })
    }

    /// Plays one turn: the player wants to move, rules apply, things move, late rules apply. What commands were given
    /// is in the queue then. Whether the player had to move and did not.
    ///
    /// # Errors
    /// [`Endless`].
    pub fn turn(&mut self, input: Option<Input>) -> Result<bool, Endless> {
        self.queue.clear();
        self.work = 0;
        self.look();
        let players = input.map(|_| self.of_kind(&self.game.player));
        let start = self.rigid.is_some().then(|| self.store());
        if let Some(rigid) = &mut self.rigid {
            rigid.banned.fill(false);
        }
        let plan = Arc::clone(&self.plan);
        // Where a rigid movement fails, the turn begins anew without its rules.
        for _ in 0..50 {
            if let (Some(input), Some(players)) = (input, &players) {
                self.push(players, input);
            }
            self.apply(&plan.first, true)?;
            let failed = self.make_moves();
            if let Some(told) = &self.told
                && told.last().is_none_or(|last| !self.holds(&last.after))
            {
                self.tell(None, None);
            }
            if !failed {
                self.apply(&plan.late, false)?;
                break;
            }
            if let Some(start) = &start {
                self.load(start);
                self.look();
            }
            self.queue.clear();
        }
        let Some(players) = players.filter(|_| self.game.options.require_player_movement) else {
            return Ok(false);
        };
        let must = !is_empty(&players);
        let any = Kind { all: false, ..self.game.player.clone() };
        let now = self.of_kind(&any);
        let left = players.iter().zip(&now).any(|(before, now)| before & !now != 0);
        Ok(must && !left)
    }

    /// Gives the players their movement.
    fn push(&mut self, players: &Board<N>, input: Input) {
        let game = Arc::clone(&self.game);
        for object in game.player.mask.iter() {
            let layer = usize::from(self.plan.layer_of[object]);
            let kind = MOVEMENTS * layer + input.movement();
            let mut any = 0;
            for word in 0..N {
                let of = self.objects[object][word] & players[word];
                self.moves[kind][word] |= of;
                self.moving[layer][word] |= of;
                any |= of;
            }
            if any != 0 {
                self.there_moves[kind / 64] |= 1 << (kind % 64);
            }
        }
    }

    pub(super) fn tell(&mut self, line: Option<usize>, direction: Option<Direction>) {
        let after = self.store();
        if let Some(told) = &mut self.told {
            told.push(Applied { line, direction, after });
        }
    }

    /// Counts work done.
    pub(super) fn spend(&mut self, work: u64) -> Result<(), Endless> {
        self.work += work;
        match self.work > MOST_WORK {
            true => Err(Endless),
            false => Ok(()),
        }
    }

    /// Makes all movements that nothing is in the way of, and forgets the others. Whether a rigid one failed.
    fn make_moves(&mut self) -> bool {
        let plan = Arc::clone(&self.plan);
        let layers = 0..plan.layers.len();
        for layer in layers.clone().filter(|layer| !is_empty(&self.moving[*layer])).collect::<Vec<_>>() {
            let mut moved = true;
            while moved {
                moved = false;
                let tried = self.moving[layer];
                for cell in cells(&tried) {
                    moved |= self.make_move(cell, layer);
                }
            }
        }
        let failed = self.rigid.is_some() && self.ban();
        for layer in layers {
            if !is_empty(&self.moving[layer]) {
                for kind in MOVEMENTS * layer..MOVEMENTS * (layer + 1) {
                    self.moves[kind] = empty();
                }
                self.moving[layer] = empty();
            }
        }
        self.there_moves.fill(0);
        if let Some(rigid) = &mut self.rigid {
            rigid.group.fill(0);
            rigid.applied.fill(false);
        }
        failed
    }

    fn make_move(&mut self, cell: usize, layer: usize) -> bool {
        let kinds = MOVEMENTS * layer..MOVEMENTS * (layer + 1);
        let mut wanted = 0_u32;
        for (bit, kind) in kinds.clone().enumerate() {
            wanted |= u32::from(has(&self.moves[kind], cell)) << bit;
        }
        let (col, row) = (cell / self.height, cell % self.height);
        let target = match wanted {
            0b00001 if row > 0 => cell - 1,
            0b00010 if row + 1 < self.height => cell + 1,
            0b00100 if col > 0 => cell - self.height,
            0b01000 if col + 1 < self.width => cell + self.height,
            0b10000 => cell,
            // Two movements at once lead nowhere.
            _ => return false,
        };
        if target != cell {
            if has(&self.filled[layer], target) {
                return false;
            }
            let plan = Arc::clone(&self.plan);
            for object in &plan.layers[layer] {
                let board = &mut self.objects[usize::from(*object)];
                if has(board, cell) {
                    remove(board, cell);
                    insert(board, target);
                    insert(&mut self.filled[layer], target);
                }
            }
            remove(&mut self.filled[layer], cell);
        }
        for kind in kinds {
            remove(&mut self.moves[kind], cell);
        }
        remove(&mut self.moving[layer], cell);
        true
    }

    /// Bans the groups whose rigid movements are left over. Whether there is a new one.
    fn ban(&mut self) -> bool {
        let Some(rigid) = &mut self.rigid else {
            return false;
        };
        let layers = self.plan.layers.len();
        let mut left = empty();
        for moving in &self.moving {
            left.iter_mut().zip(moving).for_each(|(word, more): (&mut u64, _)| *word |= more);
        }
        let mut failed = false;
        for cell in cells::<N>(&left) {
            let of = |layer: &usize| rigid.applied[cell * layers + layer] && has(&self.moving[*layer], cell);
            let Some(layer) = (0..layers).find(of) else {
                continue;
            };
            let number = usize::from(rigid.group[cell * layers + layer]);
            let group = number.checked_sub(1).and_then(|index| self.plan.rigid_groups.get(index));
            if let Some(group) = group
                && !rigid.banned[*group]
            {
                rigid.banned[*group] = true;
                failed = true;
            }
        }
        failed
    }

    /// Changes a cell. Whether anything is different then.
    pub(super) fn change(&mut self, cell: usize, change: &ChangePlan, rigid: u8) -> bool {
        let mut different = false;
        let chosen = self.choose(change);
        let random_layer = chosen.map(|object| self.plan.layer_of[usize::from(object)]);
        for (layer, objects) in &change.clear {
            if !has(&self.filled[usize::from(*layer)], cell) {
                continue;
            }
            for object in objects.iter().filter(|object| chosen != Some(**object)) {
                let board = &mut self.objects[usize::from(*object)];
                if has(board, cell) {
                    remove(board, cell);
                    different = true;
                    self.refill(usize::from(*layer), cell);
                }
            }
        }
        if let (Some(object), Some(layer)) = (chosen, random_layer) {
            different |= self.replace_by_chance(cell, object, layer, change);
        }
        for (object, layer) in &change.set {
            let object = usize::from(*object);
            let board = &mut self.objects[object];
            if !has(board, cell) {
                insert(board, cell);
                insert(&mut self.filled[usize::from(*layer)], cell);
                self.there[object / 64] |= 1 << (object % 64);
                different = true;
            }
        }
        different | self.change_moves(cell, change, random_layer, rigid)
    }

    /// Notes anew whether there is something of a layer in a cell.
    fn refill(&mut self, layer: usize, cell: usize) {
        let mut objects = self.plan.layers[layer].iter();
        if !objects.any(|object| has(&self.objects[usize::from(*object)], cell)) {
            remove(&mut self.filled[layer], cell);
        }
    }

    /// The object that comes by chance.
    fn choose(&mut self, change: &ChangePlan) -> Option<u16> {
        if change.random.is_empty() {
            return None;
        }
        Some(change.random[self.rng.below(change.random.len())])
    }

    fn replace_by_chance(&mut self, cell: usize, object: u16, layer: u16, change: &ChangePlan) -> bool {
        let (index, layer) = (usize::from(object), usize::from(layer));
        let mut different = false;
        let plan = Arc::clone(&self.plan);
        for other in &plan.layers[layer] {
            let kept = *other == object || change.set.iter().any(|(set, _)| set == other);
            let board = &mut self.objects[usize::from(*other)];
            if !kept && has(board, cell) {
                remove(board, cell);
                different = true;
            }
        }
        if !has(&self.objects[index], cell) {
            insert(&mut self.objects[index], cell);
            self.there[index / 64] |= 1 << (index % 64);
            different = true;
        }
        insert(&mut self.filled[layer], cell);
        different
    }

    fn change_moves(&mut self, cell: usize, change: &ChangePlan, random_layer: Option<u16>, rigid: u8) -> bool {
        let mut different = false;
        for (layer, stop, go) in &change.moves {
            let layer = usize::from(*layer);
            if !stop.is_empty() && has(&self.moving[layer], cell) {
                for kind in stop {
                    different |= self.stop(usize::from(*kind), cell);
                }
            }
            for kind in go {
                different |= self.go(usize::from(*kind), cell);
            }
            self.remember_moving(layer, cell);
        }
        // What comes by chance stands still, and what moves by chance moves in one of four directions. A movement that
        // goes and comes again is no difference.
        if let Some(layer) = random_layer.map(usize::from) {
            let keeps = |kind: usize| change.moves.iter().any(|(_, _, go)| go.contains(&(kind as u16)));
            for kind in (MOVEMENTS * layer..MOVEMENTS * (layer + 1)).filter(|kind| !keeps(*kind)) {
                different |= self.stop(kind, cell);
            }
            self.remember_moving(layer, cell);
        }
        for layer in change.random_layers.iter().map(|layer| usize::from(*layer)) {
            let kind = MOVEMENTS * layer + self.rng.below(4);
            different |= self.go(kind, cell);
            self.remember_moving(layer, cell);
        }
        different | (rigid > 0 && self.make_rigid(cell, change, rigid))
    }

    fn stop(&mut self, kind: usize, cell: usize) -> bool {
        let was = has(&self.moves[kind], cell);
        remove(&mut self.moves[kind], cell);
        was
    }

    fn go(&mut self, kind: usize, cell: usize) -> bool {
        let was = has(&self.moves[kind], cell);
        insert(&mut self.moves[kind], cell);
        self.there_moves[kind / 64] |= 1 << (kind % 64);
        !was
    }

    fn remember_moving(&mut self, layer: usize, cell: usize) {
        let mut kinds = MOVEMENTS * layer..MOVEMENTS * (layer + 1);
        match kinds.any(|kind| has(&self.moves[kind], cell)) {
            true => insert(&mut self.moving[layer], cell),
            false => remove(&mut self.moving[layer], cell),
        }
    }

    /// Notes that movements in a cell belong to a rigid rule. Whether that is new.
    fn make_rigid(&mut self, cell: usize, change: &ChangePlan, number: u8) -> bool {
        let layers = self.plan.layers.len();
        let Some(rigid) = &mut self.rigid else {
            return false;
        };
        let places = || change.layers.iter().map(|layer| cell * layers + usize::from(*layer));
        let grouped = places().all(|place| rigid.group[place] & number == number);
        let applied = places().all(|place| rigid.applied[place]);
        if grouped || applied {
            return false;
        }
        for place in places() {
            rigid.group[place] |= number;
            rigid.applied[place] = true;
        }
        true
    }

    /// The objects in a cell, by their numbers.
    pub fn objects_in(&self, cell: usize) -> impl Iterator<Item = usize> {
        let all = self.objects.iter().enumerate();
        all.filter(move |(_, board)| has(board, cell)).map(|(object, _)| object)
    }

    /// The cells from which a step in a direction, made some times, leads into a set.
    pub(super) fn behind(&self, board: &Board<N>, direction: Direction, times: usize) -> Board<N> {
        match direction {
            Direction::Down => before(board, times),
            Direction::Right => before(board, times * self.height),
            Direction::Up => super::board::after(board, times),
            Direction::Left => super::board::after(board, times * self.height),
        }
    }
}
