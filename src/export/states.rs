//! Writes the graph of a level's states as text or pictures.

use crate::game::Position;
use crate::state_graph::{Layout, NodeId, StateGraph, Values};

use super::graph::{Moment, Picture};
use super::{ExportError, Form, Measures, Ticket, dot, write};

/// Maximum number of pictures of a search; in longer ones, several states share a picture.
const MOST_FRAMES: usize = 100;

/// Form of a graph.
#[derive(Clone, Copy, Debug)]
pub enum StatesForm {
    /// The language of Graphviz.
    Dot,
    Picture(Form),
}

/// Sequence that an animation follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Along {
    #[default]
    Search,
    /// The plan, or the search if there is none.
    Plan,
    /// The best moves from this state on.
    Best(NodeId),
}

/// Graph to write.
#[derive(Clone, Copy)]
pub struct States<'s> {
    /// First state of the graph.
    pub start: &'s dyn Position,
    pub graph: &'s StateGraph,
    pub layout: &'s Layout,
    /// Light on dark.
    pub dark: bool,
    pub along: Along,
}

impl States<'_> {
    /// Writes the graph and reports progress to `ticket`.
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

    fn text(&self, id: usize) -> String {
        let mut position = self.start.boxed_clone();
        for mv in &self.graph.path(id) {
            // A move can be refused in games with a step counter, if the graph ignores it.
            if position.apply(mv).is_err() {
                return String::new();
            }
        }
        dot::state_text(position.as_ref())
    }
}
