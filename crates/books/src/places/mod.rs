//! One place in every format: where each sentence of a book is in a package made of it (docs/places.md).
//!
//! The sentences of a book are numbered in reading order, or the shortest blocks where there are none. A
//! writer reports where it puts the block or sentence with a number; [`Map`] keeps that, so that a place in
//! one format leads to its sentence, and the sentence to a place in another format.

mod adaptive;
mod columns;
mod counts;
mod documents;
mod engine;
mod grid;
mod letters;
mod map;
mod pointer;
mod steps;
mod trail;
mod tree;
mod weights;

pub(crate) use counts::Unit;
pub(crate) use documents::Documents;
pub use documents::notice_is_second;
pub use grid::Grid;
pub(crate) use grid::{flat, ranges};
pub(crate) use map::Places;
pub use map::{Edition, Map, Packed};
pub(crate) use steps::{Step, Steps};
pub(crate) use trail::Trail;
