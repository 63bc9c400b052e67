//! Every edition of the sandbox in the formats that outside tools validate (docs/rules/sandbox.md).

use std::collections::HashSet;

use books::testkit::{run_epubcheck, validate_daisy};

use crate::one;
use crate::support::{Sandbox, package, read_zip, report_missing};

one! {
    async fn every_edition_passes_the_validators(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let (mut epubs, mut fetched) = (Vec::new(), 0);
        // Speaking an edition takes longer than writing it in all other formats: one in each is enough.
        let mut heard = HashSet::new();
        for series in ["demo-the-merrow-weekly", "demo-slow-knowledge"] {
            let path = format!("/v2/periodicals/{series}/editions");
            let list = sandbox.guest(&path).send().await.expect_status(200).json;
            for one in list["periodicalEditions"].as_array().unwrap() {
                let id = one["editionId"].as_str().unwrap();
                for format in one["formats"].as_array().unwrap() {
                    let format = format["formatId"].as_str().unwrap();
                    if format.contains("AUDIO") && !heard.insert(format.to_owned()) {
                        continue;
                    }
                    let bytes = package(sandbox, Some(&token), &format!("{path}/{id}/{format}")).await;
                    let what = format!("{series}, {}, in {format}", one["editionName"]);
                    assert!(!read_zip(&bytes).unwrap_or_else(|error| panic!("{what}: {error}")).is_empty());
                    fetched += 1;
                    match format {
                        "EPUB3" => epubs.push((what, bytes)),
                        "DAISY" => {
                            let problems = report_missing(validate_daisy(&bytes), "the validator of DAISY");
                            assert_eq!(problems.unwrap_or_default(), Vec::<String>::new(), "{what}");
                        }
                        _ => {}
                    }
                }
            }
        }
        assert!(fetched >= 12 && epubs.len() == 6, "{fetched}");
        for (what, problems) in report_missing(run_epubcheck(&epubs), "epubcheck").into_iter().flatten() {
            assert!(problems.is_empty(), "{what}: {problems:#?}");
        }
    }
}
