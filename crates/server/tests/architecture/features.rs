//! The program is built without the features that tests switch on, but no test is: code that needs one of
//! them would compile in every test, and break the program alone.

use crate::circles::{Crate, module_of};
use crate::metadata::ours;
use crate::{assert_none, scanner, sources, text};

#[test]
fn the_program_compiles_without_the_features_of_tests() {
    let mut faults = Vec::new();
    for package in ours() {
        let folder = format!("crates/{}/src/", package.name);
        let files = sources(&package.name);
        let sources: Vec<_> = files
            .iter()
            .filter_map(|file| {
                let path = file.strip_prefix(&folder)?;
                Some((path, module_of(path), scanner::read(&text(file)?)))
            })
            .collect();
        let krate = Crate::from_sources(&sources);
        for (path, module, source) in &sources {
            if !krate.is_for_tests(module) {
                faults.extend(source.lines_for_tests.iter().map(|line| format!("{folder}{path}:{line}")));
            }
        }
    }
    assert_none("code that only compiles with tests", &faults);
}
