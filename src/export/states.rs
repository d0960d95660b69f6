//! Writes the graph of a level's states as text or pictures.

use super::graph::{GraphMoment, GraphPicture};
use super::{ExportError, ExportFormat, RenderOptions, Ticket, dot, text, write};
use crate::game::Position;
use crate::state_graph::{GraphLayout, NodeId, StateGraph, StateValues};

/// Maximum number of pictures of a search; in longer ones, several states share a picture.
const MAX_FRAMES: usize = 100;

#[derive(Clone, Copy, Debug)]
pub enum StatesForm {
    Dot,
    Picture(ExportFormat),
}

/// Sequence that an animation follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphSequence {
    #[default]
    Search,
    /// The plan, or the search if there is none.
    Plan,
    /// The best moves from this state on.
    Best(NodeId),
}

#[derive(Clone, Copy)]
pub struct StatesExport<'s> {
    /// First state of the graph.
    pub start: &'s dyn Position,
    pub graph: &'s StateGraph,
    pub layout: &'s GraphLayout,
    pub dark: bool,
    pub sequence: GraphSequence,
}

impl StatesExport<'_> {
    /// Writes the graph and reports progress to `ticket`.
    pub fn write(
        &self,
        form: StatesForm,
        options: RenderOptions,
        ticket: &Ticket,
    ) -> Result<Vec<u8>, ExportError> {
        let graph = self.graph;
        // Only drawings have tooltips.
        let mut texts = Vec::new();
        if matches!(
            form,
            StatesForm::Dot | StatesForm::Picture(ExportFormat::Svg)
        ) {
            ticket.start(graph.nodes.len());
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
        let mut picture = GraphPicture::new(graph, self.layout, self.dark, texts);
        let mut steps = 0;
        match self.sequence {
            GraphSequence::Search => {}
            GraphSequence::Plan => steps = graph.plan.len(),
            GraphSequence::Best(from) => {
                let walk = StateValues::new(graph).best_path(graph, from);
                let states = walk.iter().map(|edge| graph.edges[*edge].to);
                picture.route = std::iter::once(from).chain(states).collect();
                steps = walk.len() + 1;
            }
        }
        let moments: Vec<GraphMoment> = if steps > 0 {
            (0..steps).map(GraphMoment::Route).collect()
        } else {
            let stride = graph.expanded.len().div_ceil(MAX_FRAMES).max(1);
            let frames = (0..graph.expanded.len()).step_by(stride);
            let frames = frames.map(GraphMoment::Search);
            frames.chain([GraphMoment::End]).collect()
        };
        let frames = moments.iter().map(|moment| Ok(picture.draw(*moment)));
        let combine = |_: &mut dyn Iterator<Item = _>| {
            ticket.check()?;
            Ok(picture.draw(GraphMoment::End))
        };
        write(form, options, (moments.len(), frames), combine, ticket)
    }

    /// Boards of a state, for its tooltip.
    fn text(&self, id: usize) -> String {
        let mut position = self.start.boxed_clone();
        for mv in &self.graph.path(id) {
            // A move can be refused in games with a step counter, if the graph ignores it.
            if position.apply(mv).is_err() {
                return String::new();
            }
        }
        text::boards(position.as_ref()).trim_end().to_owned()
    }
}
