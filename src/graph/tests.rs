//! Graphs of artificial games, checked against plain definitions.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::game::search::{PruneReason, Visit, VisitSink as _};
use crate::game::{
    BoardInfo, Cell, CellStyle, Game as _, Gesture, Intent, Move, MoveError, Position, Size,
    StepInfo, Tone,
};

use super::{
    Analysis, ExploreLimits, ExploreStart, Explorer, NodeStatus, Recorder, SearchOrder, StateGraph,
    Truncation, layout,
};

/// Game given by its states and moves: state → states. The effect of a move to a state that is not listed is unknown.
#[derive(Clone)]
struct ToyGame {
    next: Arc<Vec<Vec<usize>>>,
    ends: Arc<Vec<Option<i64>>>,
    goal: usize,
    at: usize,
}

impl Position for ToyGame {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let to: usize = mv.as_str().parse().expect("a number");
        if !self.next[self.at].contains(&to) {
            let reason = "there is no such way";
            return Err(MoveError::illegal(&self.describe(mv), reason));
        }
        if to >= self.next.len() {
            return Err(MoveError::undecided(mv, "the way is too long"));
        }
        self.at = to;
        Ok(())
    }
    fn is_solved(&self) -> bool {
        self.at == self.goal
    }
    fn value(&self) -> Option<i64> {
        self.ends.get(self.at).copied().flatten()
    }
    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let all = self.next[self.at].iter().take(limit);
        all.map(|to| Move::new(to.to_string())).collect()
    }
    fn encode(&self) -> Vec<u8> {
        vec![self.at as u8]
    }
    fn boards(&self) -> Vec<BoardInfo> {
        vec![BoardInfo::new("walk", "Walk", Size::new(1, 1))]
    }
    fn style(&self, _: &str, _: Cell) -> CellStyle {
        CellStyle::new(self.at.to_string(), Tone::Empty, "here")
    }
    fn interpret(&self, _: &Gesture) -> Option<Move> {
        None
    }
    fn describe(&self, _: &Move) -> StepInfo {
        StepInfo::default()
    }
    fn intents(&self, _: &Move) -> Vec<Intent> {
        Vec::new()
    }
}

fn random_game(rng: &mut fastrand::Rng, count: usize) -> ToyGame {
    let targets = |_| {
        let targets = (0..rng.usize(0..4)).map(|_| rng.usize(0..count));
        targets.collect::<BTreeSet<_>>().into_iter().collect()
    };
    toy_game((0..count).map(targets).collect())
}

/// Game that ends at its last state.
fn toy_game(next: Vec<Vec<usize>>) -> ToyGame {
    ToyGame {
        goal: next.len() - 1,
        next: Arc::new(next),
        ends: Arc::default(),
        at: 0,
    }
}

fn finished(mut explorer: Explorer) -> StateGraph {
    while explorer.step().is_some() {}
    assert!(explorer.is_done());
    explorer.into_graph()
}

fn explored(game: &ToyGame, order: SearchOrder) -> StateGraph {
    let position = game.boxed_clone();
    finished(Explorer::from_position(
        position,
        ExploreLimits::default(),
        order,
    ))
}

fn is_reachable(graph: &StateGraph, from: usize, to: usize) -> bool {
    let mut visited = vec![false; graph.nodes.len()];
    loop {
        let before = visited.clone();
        for edge in &graph.edges {
            if edge.from == from || visited[edge.from] {
                visited[edge.to] = true;
            }
        }
        if visited == before {
            return visited[to];
        }
    }
}

#[test]
fn analysis_agrees_with_the_definitions() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..300 {
        let game = random_game(&mut rng, 12);
        let graph = explored(&game, SearchOrder::BreadthFirst);
        let facts = Analysis::new(&graph);
        for id in 0..graph.nodes.len() {
            let can = graph.nodes[id].solved
                || (0..graph.nodes.len())
                    .any(|to| graph.nodes[to].solved && is_reachable(&graph, id, to));
            assert_eq!(facts.values.can_be_solved(id), can);
            assert_eq!(facts.is_lost[id], !can, "everything is known");
            assert_eq!(facts.is_on_cycle(id), is_reachable(&graph, id, id));
        }
    }
}

#[test]
fn a_state_with_a_move_of_unknown_effect_is_not_called_lost() {
    let unknown = 9;
    let game = toy_game(vec![vec![1, unknown], vec![], vec![]]);
    let facts = Analysis::new(&explored(&game, SearchOrder::BreadthFirst));
    assert_eq!(facts.is_lost, [false, true]);
    assert!(!facts.is_dead_end[0]);
}

#[test]
fn both_orders_find_the_same_states_and_breadth_first_the_least_depths() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..200 {
        let game = random_game(&mut rng, 15);
        let wide = explored(&game, SearchOrder::BreadthFirst);
        let deep = explored(&game, SearchOrder::DepthFirst);
        assert_eq!(wide.nodes.len(), deep.nodes.len());
        assert_eq!(wide.edges.len(), deep.edges.len());
        for edge in &wide.edges {
            assert!(wide.nodes[edge.to].depth <= wide.nodes[edge.from].depth + 1);
        }
        for id in 0..deep.nodes.len() {
            assert_eq!(deep.path(id).len(), deep.nodes[id].depth);
        }
    }
}

#[test]
fn a_cube_of_lamps_has_all_its_corners() {
    let level = planwright_null::NULL.parse_text("null\n\n....\n");
    let level = level.expect("is a level");
    let (limits, order) = (ExploreLimits::default(), SearchOrder::BreadthFirst);
    let graph = finished(Explorer::from_position(level.start(), limits, order));
    // The corner where all are lit is solved and ends the game.
    assert_eq!((graph.nodes.len(), graph.edges.len()), (16, 32));
    assert_eq!(graph.nodes.iter().filter(|node| node.solved).count(), 1);
    assert_eq!(graph.truncation, None);
}

#[test]
fn limits_truncate() {
    let game = toy_game((0..100).map(|at| vec![(at + 1) % 100]).collect());
    let limits = ExploreLimits {
        nodes: 10,
        moves: 5,
        timeless: false,
    };
    let order = SearchOrder::BreadthFirst;
    let graph = finished(Explorer::from_position(game.boxed_clone(), limits, order));
    assert_eq!(graph.nodes.len(), 10);
    assert_eq!(graph.truncation, Some(Truncation::Nodes));
    let facts = Analysis::new(&graph);
    assert!(facts.is_lost.iter().all(|lost| !lost), "nothing is proved");
    let plan = (1..50).map(|to| Move::new(to.to_string())).collect();
    let state = game.boxed_clone();
    let start = ExploreStart { state, plan };
    let with_plan = Explorer::with_plan(start, limits, order);
    let graph = finished(with_plan.expect("is a plan"));
    assert_eq!((graph.nodes.len(), graph.plan.len()), (10, 10));
    assert_eq!(graph.truncation, Some(Truncation::Nodes));
    let star = toy_game(vec![(1..20).collect(); 20]).boxed_clone();
    let mut explorer = Explorer::from_position(star, limits, order);
    explorer.step();
    assert_eq!(explorer.graph().truncation, Some(Truncation::Moves));
}

#[test]
fn frames_show_what_was_known_then() {
    let mut rng = fastrand::Rng::with_seed(9);
    let graph = explored(&random_game(&mut rng, 20), SearchOrder::BreadthFirst);
    assert_eq!(graph.known_at(0), (1, 0));
    let all = (graph.nodes.len(), graph.edges.len());
    assert_eq!(graph.known_at(graph.expanded.len()), all);
    for frame in 0..graph.expanded.len() {
        let (nodes, edges) = graph.known_at(frame);
        let mut known = graph.edges[..edges].iter();
        assert!(known.all(|edge| edge.from < nodes && edge.to < nodes));
    }
}

#[test]
fn no_two_states_are_drawn_on_each_other_and_growing_keeps_the_order() {
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..50 {
        let graph = explored(&random_game(&mut rng, 40), SearchOrder::BreadthFirst);
        let first = layout(&graph, None);
        for (id, &(x, y)) in first.positions.iter().enumerate() {
            assert_eq!(y, graph.nodes[id].depth as f32);
            let mut same_row = first.positions[..id].iter().filter(|it| it.1 == y);
            assert!(same_row.all(|place| (place.0 - x).abs() > 0.99));
        }
        assert_eq!(first.positions.first(), Some(&(0.0, 0.0)));
    }
}

#[test]
fn best_moves_lead_to_the_best_end() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..300 {
        let mut game = random_game(&mut rng, 14);
        let end_value = |rng: &mut fastrand::Rng| rng.bool().then(|| rng.i64(0..4));
        game.ends = Arc::new((0..14).map(|_| end_value(&mut rng)).collect());
        let graph = explored(&game, SearchOrder::BreadthFirst);
        let facts = Analysis::new(&graph);
        for from in 0..graph.nodes.len() {
            let reached = |to: &usize| *to == from || is_reachable(&graph, from, *to);
            let ends = (0..graph.nodes.len()).filter(reached);
            let ranks = ends.map(|to| {
                let node = &graph.nodes[to];
                (node.solved, node.value.filter(|_| !node.solved))
            });
            let best = ranks.filter(|rank| rank.0 || rank.1.is_some()).max();
            let Some(state_value) = facts.values.states[from] else {
                assert_eq!(best, None);
                continue;
            };
            let path = facts.values.best_path(&graph, from);
            assert_eq!(path.len(), state_value.distance);
            let mut at = from;
            for edge in path {
                assert_eq!(graph.edges[edge].from, at);
                at = graph.edges[edge].to;
            }
            let end = &graph.nodes[at];
            let rank = (end.solved, end.value.filter(|_| !end.solved));
            assert_eq!(Some(rank), best);
            let known = (state_value.solved, state_value.value);
            assert_eq!(known, (end.solved, end.value));
            // No path is shorter.
            for edge in graph.edges.iter().filter(|edge| edge.from == from) {
                let next = facts.values.states[edge.to];
                let as_good = next.filter(|next| {
                    next.solved == state_value.solved && next.value == state_value.value
                });
                assert!(as_good.is_none_or(|next| next.distance + 1 >= state_value.distance));
            }
        }
    }
}

fn line_game() -> ToyGame {
    let neighbours = |at: usize| [at.checked_sub(1), Some(at + 1).filter(|to| *to < 6)];
    let next = (0..6).map(|at| neighbours(at).into_iter().flatten().collect());
    toy_game(next.collect())
}

#[test]
fn a_solvers_search_is_watched_again() {
    let limits = ExploreLimits {
        nodes: 4,
        ..ExploreLimits::default()
    };
    let recorder = Recorder::new(line_game().boxed_clone(), limits);
    let mv = |to: u64| Move::new(to.to_string());
    recorder.visit(Visit::Begin(10));
    recorder.visit(Visit::Expand(10));
    for to in 1..6 {
        let (state, from, mv) = (10 + to, 9 + to, &mv(to));
        recorder.visit(Visit::Generate { state, from, mv });
        if to == 3 {
            recorder.visit(Visit::Prune(state, PruneReason::TooLong));
        }
        recorder.visit(Visit::Expand(state));
    }
    recorder.visit(Visit::Prune(11, PruneReason::Duplicate));
    recorder.visit(Visit::Begin(7));
    recorder.visit(Visit::Expand(7));
    let graph = recorder.graph(&[mv(1), mv(2)]);
    assert_eq!((graph.nodes.len(), graph.plan.len()), (4, 3));
    assert_eq!(graph.expanded, [0, 1, 2, 3, 0], "in the solver's order");
    assert_eq!(graph.unrecorded, 2, "the last two places are not drawn");
    use NodeStatus::{Expanded, Frontier, Pruned, Reached};
    assert_eq!(graph.statuses_at(0), [Frontier, Reached, Reached, Reached]);
    assert_eq!(graph.statuses_at(1), [Expanded, Frontier, Reached, Reached]);
    let too_long = Pruned(PruneReason::TooLong);
    assert_eq!(
        graph.statuses_at(3),
        [Expanded, Expanded, Expanded, too_long]
    );
    assert_eq!(graph.frontier_and_pruned(3), (0, 1));
    // Only a path is pruned, not its state; then the search restarts.
    assert_eq!(graph.statuses_at(4), [Expanded; 4]);
    assert_eq!(graph.statuses_at(5), [Expanded, Reached, Reached, Reached]);
    let back = |from, to| {
        let mut edges = graph.edges.iter();
        let edge = edges.find(|edge| (edge.from, edge.to) == (from, to));
        graph.leads_back(edge.expect("is there"))
    };
    assert!(back(2, 1) && !back(1, 2));
}

#[test]
fn the_frontier_of_plain_searches_is_what_was_not_expanded() {
    let mut rng = fastrand::Rng::with_seed(12);
    for order in [SearchOrder::BreadthFirst, SearchOrder::DepthFirst] {
        let graph = explored(&random_game(&mut rng, 20), order);
        for frame in 0..=graph.expanded.len() {
            let (nodes, _) = graph.known_at(frame);
            let expanded = &graph.expanded[..frame];
            let statuses = graph.statuses_at(frame);
            for (id, status) in statuses.iter().enumerate().take(nodes) {
                let is_expanded = *status == NodeStatus::Expanded;
                assert_eq!(
                    is_expanded,
                    expanded.contains(&id),
                    "{order:?} {frame} {id}"
                );
                assert!(is_expanded || *status == NodeStatus::Frontier, "{status:?}");
            }
        }
    }
}
