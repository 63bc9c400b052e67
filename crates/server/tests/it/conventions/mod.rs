//! What holds for every endpoint (documents 1 and 4, 4.9 to 4.12).

mod checks;
mod faults;
mod keys;
mod origins;
mod paging;
mod params;
mod paths;
mod statements;
mod tokens;
