//! Takes packages apart: the list of their files, and one of them at a time (spec 4, 2.3 and 4.1 point 7).

mod extract;
mod list;

#[cfg(test)]
mod tests;
