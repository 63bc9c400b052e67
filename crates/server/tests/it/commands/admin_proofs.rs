//! `openshelf admin proofs`.

use crate::each;
use crate::support::{Backend, Library, READER};

each! {
    async fn a_proof_is_added_changed_and_withdrawn_and_readers_are_in_the_audit(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let run = |args: &[&str]| library.command(&[&["admin", "proofs"], args].concat());
        let visual = ["--disability-type", "visual"];
        let made = run(&[&["create", READER, "--proof-source", "faxed"], &visual[..]].concat());
        assert!(made.contains("visual") && made.contains("faxed"), "{made}");
        let twice = [&["admin", "proofs", "create", READER, "--proof-source", "nls"], &visual[..]].concat();
        assert!(library.refuse(&twice).contains("POD_EXISTS"));
        run(&[&["change", READER, "--proof-source", "nls"], &visual[..]].concat());
        assert!(run(&["list", READER]).contains("nls"));
        let left = run(&[&["withdraw", READER], &visual[..]].concat());
        assert!(!left.contains("visual"), "{left}");
        let none = library.refuse(&["admin", "proofs", "withdraw", READER, "--disability-type", "visual"]);
        assert!(none.contains("POD_NOT_FOUND"), "{none}");
        let bad = library.refuse(&["admin", "proofs", "withdraw", READER, "--disability-type", "blind"]);
        assert!(bad.contains("--disability-type") && bad.contains("visual, learning"), "{bad}");
        let audit = library.command(&["admin", "audit", "list", "--user", READER]);
        assert!(audit.contains("command line") && audit.contains("openshelf admin proofs list"), "{audit}");
    }
}
