//! What is wrong with parameters that can only be judged together, or compared with what is stored: all of it is
//! reported at the same time, like bad values (spec 4, 4.10).

pub use services::{Faults, birth_date, missing, place};
