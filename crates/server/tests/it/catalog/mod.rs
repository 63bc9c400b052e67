//! /v2/catalog.

mod killed;
mod list;
mod submit;
