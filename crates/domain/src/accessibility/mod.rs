//! Accessibility of a title: the publisher's claims, the findings of our own reading of the book, and the
//! statements that readers see. The two sources stay separate, and facts that neither states are unknown,
//! never "no".

mod conformance;
mod facts;
mod features;
mod inspection;
mod statements;
mod wording;

pub use facts::{AccessibilityFacts, SourcedValue};
pub use features::AccessibilityFeature;
pub use inspection::Inspection;
pub use statements::{AccessibilityStatement, Section, Statements, Value};
pub use wording::{StatementText, Style};

use crate::wire_enum;

wire_enum! {
    /// Readability of a title without sight, as speech or braille. Later values are worse.
    pub enum NonvisualReading {
        Yes = "yes",
        Partly = "partly",
        /// None of it.
        No = "no",
        /// Not stated, and the book was not read.
        Unknown = "unknown",
    }
}

wire_enum! {
    /// Adjustability of size, typeface, spacing and colors of the text. Later values are worse.
    pub enum VisualAdjustments {
        /// They can.
        Yes = "yes",
        /// They cannot: the layout is fixed.
        No = "no",
        /// Nobody has said, and the book was not read.
        Unknown = "unknown",
    }
}

wire_enum! {
    pub enum Narration {
        /// A person reads it aloud.
        Human = "human",
        /// A synthetic voice does.
        Synthetic = "synthetic",
        /// Its source has a recording that is synchronized with the text.
        Synchronized = "synchronized",
    }
}

wire_enum! {
    /// Content that harms some readers (schema.org `accessibilityHazard`).
    pub enum Hazard {
        /// Flashes that can cause seizures.
        Flashing = "flashing",
        /// Simulated motion that can cause sickness.
        MotionSimulation = "motionSimulation",
        /// Sounds that some readers cannot bear.
        Sound = "sound",
    }
}
