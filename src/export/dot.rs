//! A graph in the language of Graphviz.

use std::fmt::Write as _;

use crate::game::Position;
use crate::state_graph::{Analysis, StateGraph};

/// The tokens of a position's boards, row by row: what a state is called in tooltips.
pub fn state_text(position: &dyn Position) -> String {
    let mut text = String::new();
    for (index, info) in position.boards().iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for row in 0..info.size.rows {
            let looks = (0..info.size.cols)
                .map(|col| position.look(info.id, crate::game::Cell { row, col }).value);
            let tokens: Vec<_> = looks.collect();
            text.push_str(tokens.join(" ").trim_end());
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\l"),
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

/// Writes a graph. `text` names a state (its tooltip); solved states have two rings, dead ends are
/// boxes, states from which nothing is to be had are dashed, the plan is bold.
pub fn write(graph: &StateGraph, mut text: impl FnMut(usize) -> String) -> String {
    let facts = Analysis::of(graph);
    let mut out = String::from(
        "digraph states {\n  rankdir=TB;\n  node [shape=circle, fontname=\"sans-serif\"];\n",
    );
    for (id, node) in graph.nodes.iter().enumerate() {
        let mut attributes = vec![format!("label={}", quoted(&id.to_string()))];
        let shape = match () {
            () if node.solved => Some("doublecircle"),
            () if facts.dead_end[id] => Some("box"),
            () => None,
        };
        attributes.extend(shape.map(|shape| format!("shape={shape}")));
        let mut styles = Vec::new();
        if facts.lost[id] {
            styles.push("dashed");
        }
        if graph.plan.contains(&id) {
            styles.push("bold");
        }
        if !styles.is_empty() {
            attributes.push(format!("style={}", quoted(&styles.join(","))));
        }
        let tooltip = format!("depth {}\n{}", node.depth, text(id));
        attributes.push(format!("tooltip={}", quoted(&tooltip)));
        let _ = writeln!(out, "  {id} [{}];", attributes.join(", "));
    }
    for edge in &graph.edges {
        let bold = if graph.in_plan(edge) {
            ", style=bold"
        } else {
            ""
        };
        let label = quoted(edge.mv.as_str());
        let _ = writeln!(out, "  {} -> {} [label={label}{bold}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}
