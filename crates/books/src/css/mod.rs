//! Style sheets (CSS): their rules, and which of them apply to an element. What they cost is bounded.

mod bounds;
mod comments;
mod conditions;
mod element;
mod imports;
mod selector;
mod sheets;
mod split;
mod states;

pub(crate) use bounds::are_light;
pub(crate) use comments::strip_comments;
pub(crate) use element::{SelectableElement, is_sheet};
pub use sheets::{DocumentRules, Sheets};
pub(crate) use sheets::{PseudoElement, parse_declarations};
pub(crate) use states::REVEAL_PROPERTY;
