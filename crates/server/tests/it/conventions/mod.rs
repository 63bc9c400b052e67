//! Rules for every endpoint (docs/rules/requests.md, docs/rules/access.md#rule-24).

mod checks;
mod faults;
mod keys;
mod origins;
mod paging;
mod params;
mod paths;
mod statements;
mod tokens;
