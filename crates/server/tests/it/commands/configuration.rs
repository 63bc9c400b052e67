//! Configuration: defaults, file, environment, flags, each winning over the one before
//! (docs/configuration.md).

use std::path::Path;

use crate::support::{Program, text};

/// The output of `doctor`, which names the public address that it found, in a folder.
fn doctor(dir: &Path, args: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let all: Vec<&str> = [&["doctor"], args].concat();
    let mut command = Program::command(&all);
    let output = command.current_dir(dir).envs(environment.iter().copied()).output().unwrap();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn the_file_then_the_environment_then_flags() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let (good, said) = doctor(dir, &[], &[]);
    assert!(good && said.contains("http://127.0.0.1:8080") && said.contains("openshelf-data"), "{said}");

    std::fs::write(dir.join("openshelf.toml"), "listen = '127.0.0.1:9001'\ndata_dir = 'from-file'\n")
        .unwrap();
    let (_, said) = doctor(dir, &[], &[]);
    assert!(said.contains("http://127.0.0.1:9001") && said.contains("from-file"), "{said}");

    let environment =
        [("OPENSHELF_BASE_URL", "https://library.example.org"), ("OPENSHELF_DATA_DIR", "from-environment")];
    let (_, said) = doctor(dir, &[], &environment);
    assert!(said.contains("https://library.example.org") && said.contains("from-environment"), "{said}");

    let (_, said) = doctor(dir, &["--data-dir", "from-flag"], &environment);
    assert!(said.contains("from-flag") && !said.contains("from-environment"), "{said}");

    std::fs::write(dir.join("other.toml"), "[files]\nlocation = 'books'\n").unwrap();
    let (_, said) = doctor(dir, &["--config", "other.toml"], &[]);
    assert!(said.contains("8080") && said.lines().any(|line| line.trim_end().ends_with("books")), "{said}");
}

#[test]
fn unknown_and_impossible_settings_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for (toml, word) in [
        ("lisen = '127.0.0.1:9001'", "lisen"),
        ("[log]\nlevel = 'info'", "level"),
        ("[limits]\nrequests_per_minute = 'many'", "requests_per_minute"),
        ("listen = 'nowhere'", "listen"),
        ("[log]\nformat = 'xml'", "format"),
        ("[log]\nfilter = '=x=y'", "log.filter"),
        ("listen = ", "bad.toml"),
        ("workers = -1", "workers"),
    ] {
        std::fs::write(dir.join("bad.toml"), toml).unwrap();
        let (good, said) = doctor(dir, &["--config", "bad.toml"], &[]);
        assert!(!good && said.contains(word), "{toml}: {said}");
        assert!(said.starts_with("openshelf: ") && !said.contains("panicked"), "{toml}: {said}");
    }
    let (good, said) = doctor(dir, &[], &[("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "many")]);
    assert!(!good && said.contains("requests_per_minute"), "{said}");
    // Orchestrators set variables of their own with our prefix.
    let (good, said) = doctor(dir, &[], &[("OPENSHELF_LISEN", "127.0.0.1:9001")]);
    assert!(good && said.contains("OPENSHELF_LISEN are not keys"), "{said}");
    let (good, said) = doctor(dir, &["--config", "gone.toml"], &[]);
    assert!(!good && said.contains("gone.toml"), "a file that was asked for must be there: {said}");
}

#[test]
fn the_example_is_a_configuration() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openshelf.example.toml");
    let dir = tempfile::tempdir().unwrap();
    let (good, said) = doctor(dir.path(), &["--config", example.to_str().unwrap()], &[]);
    assert!(good && said.contains("http://127.0.0.1:8080"), "{said}");
}
