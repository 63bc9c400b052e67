//! BRF follows what its recipient prefers (docs/rules/downloads.md#rule-9).

use books::brf::Settings;
use books::testkit::faults_of_braille;

use crate::one;
use crate::support::{Sandbox, User, package, read_zip};

/// Sets how a member of the sponsor's organization reads braille.
async fn prefer(sponsor: &User<'_>, member: &str, form: &[(&str, &str)]) {
    let path = format!("/v2/myOrganization/members/demo-{member}/preferences");
    sponsor.put(&path, form).await.expect_status(200);
}

fn texts(zip: &[u8]) -> String {
    let files = read_zip(zip).expect("a zip");
    files.into_iter().map(|(_, text)| String::from_utf8(text).expect("ASCII")).collect()
}

one! {
    async fn each_member_gets_braille_as_they_read_it(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let paper = [
            ("brailleFormat", "embossable"), ("brailleCellLineWidth", "28"),
            ("brailleGrade", "uncontracted"), ("useUeb", "true"),
        ];
        prefer(&sponsor, "orgMember", &paper).await;
        prefer(&sponsor, "orgMember2", &[("brailleFormat", "refreshable"), ("brailleCellLineWidth", "20")]).await;
        let copy = async |member: &str| {
            let path = format!("/v2/titles/{}/BRF?forUser=demo-{member}", sandbox.title("copyright"));
            package(sandbox, Some(sponsor.token()), &path).await
        };
        let (first, second) = (copy("orgMember").await, copy("orgMember2").await);
        let on_paper = Settings { cells: 28, paper: true, contracted: false, ueb: true };
        assert_eq!(faults_of_braille(&first, on_paper), Vec::<String>::new());
        let on_display = Settings { cells: 20, ..Settings::default() };
        assert_eq!(faults_of_braille(&second, on_display), Vec::<String>::new());
        // Uncontracted on the one side, contracted on the other; each with the words of its own notice.
        assert!(texts(&first).contains(" THE ") && texts(&first).contains(",THIS COPY WAS MADE"));
        assert!(!texts(&second).contains(" THE ") && texts(&second).contains(",? COPY"));

        // The same settings are the same package, others are a new one.
        assert_eq!(copy("orgMember").await, first);
        prefer(&sponsor, "orgMember", &[("brailleGrade", "contracted")]).await;
        let third = copy("orgMember").await;
        assert_eq!(faults_of_braille(&third, Settings { contracted: true, ..on_paper }), Vec::<String>::new());
        assert!(!texts(&third).contains(" THE "));
        prefer(&sponsor, "orgMember", &paper).await;
        assert_eq!(copy("orgMember").await, first);
    }

    async fn a_copy_leads_back_to_its_reader(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual").await;
        let path = format!("/v2/titles/{}/BRF", sandbox.title("copyright"));
        let copy = package(sandbox, Some(reader.token()), &path).await;
        assert_eq!(faults_of_braille(&copy, Settings::default()), Vec::<String>::new());
        let out = sandbox.library.dir.path().join("copy.zip");
        std::fs::write(&out, &copy).unwrap();
        let traced = sandbox.command(&["trace", &out.display().to_string()]);
        assert!(traced.contains("for demo-individual") && traced.contains("BRF"), "{traced}");
    }

    async fn a_guest_gets_what_nobody_has_preferred(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}/BRF", sandbox.title("publicDomain"));
        let copy = package(sandbox, None, &path).await;
        assert_eq!(faults_of_braille(&copy, Settings::default()), Vec::<String>::new());
        let detail = sandbox.guest(&format!("/v2/titles/{}", sandbox.title("publicDomain"))).send().await;
        let artifacts = detail.expect_status(200).json["artifacts"].clone();
        let braille = artifacts.as_array().unwrap().iter().find(|artifact| artifact["format"] == "BRF").cloned();
        let braille = braille.unwrap_or_else(|| panic!("{artifacts}"));
        assert_eq!(braille["brailleCode"], "ebae", "{braille}");
        assert_eq!((&braille["brailleGrade"], &braille["brailleType"]), (&"contracted".into(), &"automated".into()));
    }
}
