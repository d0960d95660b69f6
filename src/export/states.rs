//! The graph of a level's states as a file.

use crate::game::{LevelRef, Move};
use crate::state_graph::{Layout, StateGraph};

use super::encode::Encoding;
use super::graph::{Moment, Picture};
use super::{ExportError, dot};

/// Animations of a search have no more pictures than this; with more states some share one.
const MOST_FRAMES: usize = 100;

/// A form of graphs.
#[derive(Clone, Copy, Debug)]
pub enum StatesForm {
    /// The language of Graphviz.
    Dot,
    /// A picture or an animation.
    Picture(Encoding),
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
    /// Writes the graph. `step` is told how much of how much is done and says whether to go on.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it is not to go on; else what the encoders say.
    pub fn write(
        &self,
        form: StatesForm,
        step: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Vec<u8>, ExportError> {
        let graph = self.graph;
        let go_on = |done, of| {
            if step(done, of) {
                Ok(())
            } else {
                Err(ExportError::Stopped)
            }
        };
        let still = match form {
            StatesForm::Dot => true,
            StatesForm::Picture(encoding) => encoding.form == super::PictureForm::Svg,
        };
        // Only drawings have tooltips.
        let mut texts = Vec::new();
        if still {
            for id in 0..graph.nodes.len() {
                go_on(id, graph.nodes.len())?;
                texts.push(self.text(id));
            }
        }
        let encoding = match form {
            StatesForm::Dot => {
                let text = |id: usize| texts.get(id).cloned().unwrap_or_default();
                return Ok(dot::write(graph, text).into_bytes());
            }
            StatesForm::Picture(encoding) => encoding,
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
        let count = moments.len();
        let frames = moments.iter().enumerate().map(|(at, moment)| {
            go_on(at, count)?;
            Ok(picture.draw(*moment))
        });
        encoding.write(count, frames, |_| {
            go_on(0, 1)?;
            Ok(picture.draw(Moment::End))
        })
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
