//! One place in every format: where each sentence of a book is in a package made of it (docs/places.md).
//!
//! The sentences of a book are numbered in reading order, or the shortest blocks where there are none. A
//! writer reports where it puts the block or sentence with a number; [`SentenceMap`] keeps that, so that a
//! place in one format leads to its sentence, and the sentence to a place in another format.

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

pub(crate) use counts::PlaceUnit;
pub(crate) use documents::DocumentPlaces;
pub use documents::notice_is_second;
pub use grid::SentenceGrid;
pub(crate) use grid::{flat_text, sentence_ranges};
pub(crate) use map::Places;
pub use map::{Edition, PackedMap, SentenceMap};
pub(crate) use steps::{SentenceStep, StepPlaces};
pub(crate) use trail::DocumentTrail;
