//! Users' documents: conversion of uploads, and removal (docs/rules/documents.md#rule-3).

mod convert;
mod remove;
mod stranded;

pub(crate) use stranded::give_up_stranded;

#[cfg(test)]
mod tests;
