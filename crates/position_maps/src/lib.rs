//! One place in every format: where each sentence of a book is in a package made of it (docs/places.md).
//!
//! The sentences of a book are numbered in reading order ([`SentenceGrid`]). A writer reports where it puts
//! the block or sentence with a number ([`Places`]); [`SentenceMap`] stores that compactly, so that a place
//! in one format leads to its sentence, and the sentence to a place in another format.

mod columns;
mod counts;
mod documents;
mod edition;
mod engine;
mod grid;
mod letters;
mod map;
mod pointer;
mod steps;
mod trail;
mod tree;
mod weights;

pub use counts::{CountedPlaces, PlaceUnit};
pub use documents::{DocumentPlaces, notice_is_second};
pub use edition::Edition;
pub use grid::SentenceGrid;
pub use map::{PackedMap, Places, RecordingClip, SentenceMap};
pub use steps::{SentenceStep, StepPlaces};
pub use trail::DocumentTrail;
