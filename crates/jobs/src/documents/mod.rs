//! Users' documents: conversion of uploads, and removal (docs/rules/documents.md#rule-3).

mod convert;
mod remove;
mod remove_all;
mod stranded;

pub use convert::{ConvertDocument, enqueue};
pub use remove::{RemoveDocument, enqueue_removal};
pub use remove_all::{RemoveDocuments, enqueue_removal_of_all};
pub(crate) use stranded::give_up_stranded;

#[cfg(test)]
mod tests;
