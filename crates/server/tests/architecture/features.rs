//! The program is built without the features that tests switch on, but no test is: code that needs one of
//! them would compile in every test, and break the program alone.

use crate::{assert_none, ending, files, text};

/// Files of tests inside `src`: those with a name of tests, and modules that only tests have.
fn is_of_tests(file: &str) -> bool {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    path.ends_with("/tests") || file.contains("/tests/") || file.contains("/testkit") || is_test_module(path)
}

/// Returns true if the parent of a module declares it for tests alone, or if that holds for the parent.
fn is_test_module(path: &str) -> bool {
    let Some((folder, name)) = path.strip_suffix("/mod").unwrap_or(path).rsplit_once('/') else {
        return false;
    };
    let declaration = format!("#[cfg(test)]\nmod {name};");
    let public = format!("#[cfg(test)]\npub(crate) mod {name};");
    let parents = [format!("{folder}/lib.rs"), format!("{folder}/main.rs"), format!("{folder}/mod.rs")];
    let is_declared = parents
        .iter()
        .filter_map(|parent| text(parent))
        .any(|parent| parent.contains(&declaration) || parent.contains(&public));
    is_declared || !folder.ends_with("/src") && is_test_module(folder)
}

/// The part of a file before its tests, without comments, by line numbers.
fn program_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_start()));
    let before_tests = lines.take_while(|(_, line)| *line != "#[cfg(test)]");
    before_tests.filter(|(_, line)| !line.starts_with("//"))
}

#[test]
fn the_program_compiles_without_the_features_of_tests() {
    let mut faults = Vec::new();
    for file in files().iter().filter(|file| file.contains("/src/") && ending(file) == "rs") {
        if is_of_tests(file) {
            continue;
        }
        let text = text(file).unwrap_or_default();
        let mut has_feature = false;
        for (line, code) in program_lines(&text) {
            if has_feature && code.starts_with("use ") {
                faults.push(format!(
                    "{file}:{line}: an import that only tests have, which tidying merges with others"
                ));
            }
            if code.contains("testkit::") && !has_feature {
                faults.push(format!("{file}:{line}: the program has no testkit"));
            }
            has_feature = code.starts_with("#[cfg(feature");
        }
    }
    assert_none("code that only compiles with tests", &faults);
}
