//! Arguments → workbench or command line; nothing else.

fn main() {}
