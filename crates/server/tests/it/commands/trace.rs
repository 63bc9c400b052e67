//! `openshelf trace`: whose copy is this?

use crate::one;
use crate::support::{Program, Sandbox, package, read_zip, text, write};

/// The command's output for a file, and whether it found a download.
fn trace(sandbox: &Sandbox, name: &str, bytes: &[u8]) -> (bool, String) {
    let file = sandbox.library.dir.path().join("found").join(name);
    write(&file, bytes);
    let (flags, file) = (sandbox.flags(), file.display().to_string());
    let args: Vec<&str> = ["trace", &file].into_iter().chain(flags.iter().map(String::as_str)).collect();
    let output = Program::run(&args);
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

one! {
    async fn a_leaked_copy_and_each_text_of_it_name_the_download(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        for format in ["EPUB3", "DAISY"] {
            let path = format!("/v2/titles/{}/{format}", sandbox.title("copyright"));
            let copy = package(sandbox, Some(&token), &path).await;
            let (found, whole) = trace(sandbox, "copy.zip", &copy);
            assert!(found && whole.contains("for demo-individual") && whole.contains(format), "{whole}");
            let download = whole.split(':').next().unwrap();
            let mut single = 0;
            for (name, bytes) in read_zip(&copy).unwrap() {
                let is_text = [".xhtml", ".xml", ".opf"].iter().any(|end| name.ends_with(end));
                if !is_text || name.starts_with("META-INF") {
                    continue;
                }
                let (found, said) = trace(sandbox, &name.replace('/', "_"), &bytes);
                if found {
                    assert_eq!(said.split(':').next().unwrap(), download, "{name}");
                    single += 1;
                }
            }
            assert!(single >= 2, "{format}: {single} of its texts can be traced alone");
        }
    }

    async fn other_files_have_no_fingerprint(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}/EPUB3", sandbox.title("creativeCommons"));
        let free = package(sandbox, None, &path).await;
        for (name, bytes) in [("free.epub", free.as_slice()), ("letter.txt", b"Dear reader"), ("nothing", b"")] {
            let (found, said) = trace(sandbox, name, bytes);
            assert!(!found && said.contains("no fingerprint found"), "{name}: {said}");
        }
        let flags = sandbox.flags();
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing").display().to_string();
        let args: Vec<&str> = ["trace", &missing].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let output = Program::run(&args);
        assert!(!output.status.success() && text(&output.stderr).contains(&missing));
    }
}
