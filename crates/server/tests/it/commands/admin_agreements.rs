//! `openshelf admin agreements`.

use crate::each;
use crate::support::{Backend, Library, READER, field};

each! {
    async fn an_agreement_is_recorded_shown_and_ended(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let agreements = |args: &[&str]| library.command(&[&["admin", "agreements"], args].concat());
        let made = agreements(&["create", READER, "--print-name", "Jo Reader", "--date-signed", "2026-01-31"]);
        let id = field(&made, "agreement");
        let list = agreements(&["list", &people.account]);
        for word in [id.as_str(), "termsOfUse", "2026-01-31", "current", "Jo Reader", "the operator"] {
            assert!(list.contains(word), "{word}: {list}");
        }
        let again = library.refuse(&["admin", "agreements", "create", READER, "--print-name", "Jo Reader"]);
        assert!(again.contains("AGREEMENT_EXISTS"), "{again}");
        assert!(field(&agreements(&["end", READER, &id]), "state").starts_with("ended"));
        assert!(field(&agreements(&["show", READER, &id]), "state").starts_with("ended"));
        let none = library.refuse(&["admin", "agreements", "show", READER, "none"]);
        assert!(none.contains("AGREEMENT_NOT_FOUND"), "{none}");
    }

    async fn errors_name_the_option(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let refuse = |more: &[&str]| {
            let args = ["admin", "agreements", "create", READER, "--print-name", "Jo Reader"];
            library.refuse(&[&args, more].concat())
        };
        let future = refuse(&["--date-signed", "2999-01-01"]);
        assert!(future.contains("--date-signed: must not be in the future"), "{future}");
        let bad = refuse(&["--date-signed", "yesterday"]);
        assert!(bad.contains("--date-signed") && bad.contains("must be YYYY-MM-DD"), "{bad}");
        let kind = refuse(&["--agreement-type", "treaty"]);
        assert!(kind.contains("--agreement-type") && kind.contains("termsOfUse, volunteer"), "{kind}");
        let nobody = library.refuse(&["admin", "agreements", "list", "nobody"]);
        assert!(nobody.contains("USER_NOT_FOUND"), "{nobody}");
    }
}
