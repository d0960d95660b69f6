//! Writes graphs in the language of Graphviz.

use std::fmt::Write as _;

use super::graph::describe;
use crate::state_graph::{Analysis, StateGraph};

/// Quotes a text. `end` replaces line ends: `\l` aligns a line to the left, `\n` centres it.
fn quoted_with(text: &str, end: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str(end),
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

fn quoted(text: &str) -> String {
    quoted_with(text, "\\l")
}

fn style(styles: &[&str]) -> Option<String> {
    match styles {
        [] => None,
        [one] => Some(format!("style={one}")),
        several => Some(format!("style={}", quoted(&several.join(",")))),
    }
}

/// Writes a graph. `text` returns a state's tooltip. Solved states have two rings, dead ends are boxes, lost states are
/// dashed, the plan is bold. Moves are labelled with the value of the state they lead to; the best move of each state
/// is green, moves that lead back are dashed.
pub fn write(graph: &StateGraph, mut text: impl FnMut(usize) -> String) -> String {
    let facts = Analysis::new(graph);
    let mut out = String::from(
        "digraph states {\n  rankdir=TB;\n  node [shape=circle, fontname=\"sans-serif\"];\n",
    );
    for (id, node) in graph.nodes.iter().enumerate() {
        let mut attributes = vec![format!("label={}", quoted(&id.to_string()))];
        let shape = match () {
            () if node.solved => Some("doublecircle"),
            () if facts.is_dead_end[id] => Some("box"),
            () => None,
        };
        attributes.extend(shape.map(|shape| format!("shape={shape}")));
        let mut styles = Vec::new();
        if facts.is_lost[id] {
            styles.push("dashed");
        }
        if graph.plan.contains(&id) {
            styles.push("bold");
        }
        attributes.extend(style(&styles));
        let tooltip = format!("{}\n{}", describe(graph, &facts, id), text(id));
        attributes.push(format!("tooltip={}", quoted(&tooltip)));
        let _ = writeln!(out, "  {id} [{}];", attributes.join(", "));
    }
    for (id, edge) in graph.edges.iter().enumerate() {
        let label = format!("{}\n{}", edge.mv, facts.value_text(edge.to));
        let mut attributes = vec![format!("label={}", quoted_with(&label, "\\n"))];
        let mut styles = Vec::new();
        if graph.in_plan(edge) {
            styles.push("bold");
        }
        if graph.leads_back(edge) {
            styles.push("dashed");
            attributes.push("constraint=false".to_owned());
        }
        attributes.extend(style(&styles));
        if facts.values.is_best(graph, id) {
            attributes.push("color=forestgreen".to_owned());
        }
        let attributes = attributes.join(", ");
        let _ = writeln!(out, "  {} -> {} [{attributes}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}
