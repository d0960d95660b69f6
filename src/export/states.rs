//! The graph of a level's states as a file.

use crate::game::{LevelRef, Move};
use crate::state_graph::{Layout, StateGraph};

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
    /// An animation goes along the plan, if there is one, rather than along the search.
    pub along_plan: bool,
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
        let picture = Picture::new(graph, self.layout, self.dark, texts);
        let moments: Vec<Moment> = if self.along_plan && !graph.plan.is_empty() {
            (0..graph.plan.len()).map(Moment::Plan).collect()
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
