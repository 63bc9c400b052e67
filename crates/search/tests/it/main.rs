//! The index of titles as the specification describes its searches (docs/rules/search.md#rule-1,
//! docs/rules/requests.md#rule-13).

#![expect(clippy::unwrap_used, reason = "a test that cannot continue fails")]

mod accessibility;
mod as_typed;
mod copying;
mod counts;
mod crash;
mod damage;
mod disturbances;
mod facets;
mod filters;
mod model;
mod order;
mod similar;
mod spellings;
mod support;
mod typos;
mod views;
mod words;
mod writing;
