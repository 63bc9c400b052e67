//! `openshelf admin subscriptions`.

use crate::each;
use crate::support::{Backend, Library, READER, field};

each! {
    async fn a_subscription_is_given_changed_and_ended(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let run = |args: &[&str]| library.command(&[&["admin", "subscriptions"], args].concat());
        let made = run(&[
            "create", READER, "--user-subscription-type", "individual", "--start-date", "2026-01-01",
            "--num-books-allowed", "7", "--notes", "by phone",
        ]);
        let id = field(&made, "subscription");
        let shown = run(&["show", READER, &id]);
        for (name, value) in [("from", "2026-01-01"), ("until", "open"), ("books", "7 (monthly)"), ("notes", "by phone")] {
            assert_eq!(field(&shown, name), value, "{shown}");
        }
        let changed = run(&["change", READER, &id, "--num-books-allowed", "", "--notes", ""]);
        assert_eq!((field(&changed, "books"), field(&changed, "notes")), ("100 (monthly)".into(), "-".into()));
        assert_eq!(field(&changed, "from"), "2026-01-01", "what is left out stays");
        let ended = run(&["end", READER, &id, "--end-date", "2026-02-01"]);
        assert_eq!((field(&ended, "until"), field(&ended, "state")), ("2026-02-01".into(), "ended".into()));
        assert!(run(&["list", READER]).contains("ended"));

        let refuse = |args: &[&str]| library.refuse(&[&["admin", "subscriptions"], args].concat());
        let early = refuse(&["end", READER, &id, "--end-date", "2025-12-31"]);
        assert!(early.contains("--end-date: must not be before --start-date"), "{early}");
        let kind = refuse(&["create", READER, "--user-subscription-type", "gold"]);
        assert!(kind.contains("--user-subscription-type: must be one of individual, "), "{kind}");
        let books = refuse(&["create", READER, "--user-subscription-type", "trial", "--num-books-allowed=-1"]);
        assert!(books.contains("--num-books-allowed") && books.contains("0 or more"), "{books}");
    }
}
