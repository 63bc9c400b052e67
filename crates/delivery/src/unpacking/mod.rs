//! Unpacks packages: the list of their files, and single files (docs/rules/records.md#rule-14,
//! docs/rules/downloads.md#rule-7).

mod contents;
mod extract;
mod list;

#[cfg(test)]
mod tests;
