//! `openshelf admin devices`.

use crate::each;
use crate::support::{Backend, Library, READER, field};

each! {
    async fn a_device_is_made_listed_and_revoked(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let devices = |args: &[&str]| library.command(&[&["admin", "devices"], args].concat());
        let made = devices(&["create", READER, "--name", "Kobo in the kitchen"]);
        let (id, name, password) = (field(&made, "device"), field(&made, "sign-in"), field(&made, "password"));
        assert_eq!(password.split('-').count(), 6, "{password}");
        let list = devices(&["list", &people.account]);
        for word in [id.as_str(), &name, "Kobo in the kitchen", "used never"] {
            assert!(list.contains(word), "{word}: {list}");
        }
        assert!(!list.contains(&password), "shown once");
        assert!(devices(&["revoke", READER, &name]).contains("Revoked."));
        assert_eq!(devices(&["list", READER]), "");
        let gone = library.refuse(&["admin", "devices", "revoke", READER, &id]);
        assert!(gone.contains("There is no such device."), "{gone}");
    }

    async fn faults_of_a_device_are_reported(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let refuse = |args: &[&str]| library.refuse(&[&["admin", "devices"], args].concat());
        let nobody = refuse(&["create", "nobody", "--name", "Kobo"]);
        assert!(nobody.contains("USER_NOT_FOUND"), "{nobody}");
        let nameless = refuse(&["create", READER, "--name", " "]);
        assert!(nameless.contains("--name: must be text of one line"), "{nameless}");
    }
}
