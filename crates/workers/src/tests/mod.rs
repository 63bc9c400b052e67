//! Tests of `holdings` that let workers run.

mod personal;
mod submission;
