//! The graph of a level's states as a file.

use crate::game::{LevelRef, Move};
use crate::state_graph::{Layout, NodeId, StateGraph, Values};

use super::graph::{Moment, Picture};
use super::{ExportError, Form, Measures, Ticket, dot, write};

/// Animations of a search have no more pictures than this; with more states some share one.
const MOST_FRAMES: usize = 100;

/// A form of graphs.
#[derive(Clone, Copy, Debug)]
pub enum StatesForm {
    /// The language of Graphviz.
    Dot,
    /// A picture or an animation.
    Picture(Form),
}

/// What an animation of a graph goes along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Along {
    /// The search.
    #[default]
    Search,
    /// The plan; the search if there is none.
    Plan,
    /// The best moves from a state on.
    Best(NodeId),
}

/// A graph to be written.
#[derive(Clone, Copy, Debug)]
pub struct States<'s> {
    /// The level.
    pub level: &'s LevelRef,
    /// Moves before the graph's first state.
    pub done: &'s [Move],
    /// The graph.
    pub graph: &'s StateGraph,
    /// Where its states are drawn.
    pub layout: &'s Layout,
    /// Light on dark.
    pub dark: bool,
    /// What an animation goes along.
    pub along: Along,
}

impl States<'_> {
    /// Writes the graph. `ticket` is told how far it is.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it is called off; else what the encoders say.
    pub fn write(
        &self,
        form: StatesForm,
        measures: Measures,
        ticket: &Ticket,
    ) -> Result<Vec<u8>, ExportError> {
        let graph = self.graph;
        // Only drawings have tooltips.
        let mut texts = Vec::new();
        if matches!(form, StatesForm::Dot | StatesForm::Picture(Form::Svg)) {
            ticket.begin(graph.nodes.len());
            for id in 0..graph.nodes.len() {
                ticket.step()?;
                texts.push(self.text(id));
            }
        }
        let form = match form {
            StatesForm::Dot => {
                let text = |id: usize| texts.get(id).cloned().unwrap_or_default();
                return Ok(dot::write(graph, text).into_bytes());
            }
            StatesForm::Picture(form) => form,
        };
        let mut picture = Picture::new(graph, self.layout, self.dark, texts);
        let mut steps = 0;
        match self.along {
            Along::Search => {}
            Along::Plan => steps = graph.plan.len(),
            Along::Best(from) => {
                let walk = Values::of(graph).walk(graph, from);
                let states = walk.iter().map(|edge| graph.edges[*edge].to);
                picture = picture.along(std::iter::once(from).chain(states).collect());
                steps = walk.len() + 1;
            }
        }
        let moments: Vec<Moment> = if steps > 0 {
            (0..steps).map(Moment::Route).collect()
        } else {
            let stride = graph.expanded.len().div_ceil(MOST_FRAMES).max(1);
            let frames = (0..graph.expanded.len())
                .step_by(stride)
                .map(Moment::Search);
            frames.chain([Moment::End]).collect()
        };
        let frames = moments.iter().map(|moment| Ok(picture.draw(*moment)));
        let whole = |_: &mut dyn Iterator<Item = _>| {
            ticket.go_on()?;
            Ok(picture.draw(Moment::End))
        };
        write(form, measures, (moments.len(), frames), whole, ticket)
    }

    /// A state's tooltip.
    fn text(&self, id: usize) -> String {
        let mut position = self.level.start();
        for mv in self.done.iter().chain(&self.graph.path(id)) {
            // Taken before, but for games that end by their step counter, where that is left out.
            if position.apply(mv).is_err() {
                return String::new();
            }
        }
        dot::state_text(position.as_ref())
    }
}
