//! BRF, braille ready files: contracted or uncontracted braille in lines and pages, as North American ASCII.

mod settings;

pub use settings::Settings;
