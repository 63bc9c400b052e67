//! Tests of `holdings` that let workers run.

mod submission;
