//! The `openshelf` program.
fn main() {}
