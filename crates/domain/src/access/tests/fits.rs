//! Titles that may be offered to a reader without a request (docs/rules/recommendations.md#rule-4).

use crate::access::{Relation, fits_reader};
use crate::fixtures::{
    Scene, individual, lab, linked_account, member, person, school, sponsor, title, with_change,
};
use crate::proofs::ProofStatus;
use crate::{Role, Title, TitleStatus, UsageRestriction};

#[test]
fn ignores_reasons_that_the_reader_can_remove() {
    let bare = with_change(individual("ada"), |reader| {
        reader.agreement_signed = false;
        reader.subscriptions.clear();
        reader.proof = ProofStatus::Missing;
        reader.books_taken = 100;
    });
    let scene = Scene::new(title()).with_caller(bare);
    assert!(!scene.decide().available);
    assert!(fits_reader(&scene.facts()));
    assert!(
        fits_reader(&Scene::new(title()).with_caller(sponsor("tess", &school())).facts()),
        "for some member"
    );
}

#[test]
fn rejects_a_title_that_is_closed_for_everyone() {
    let spoils: [fn(&mut Title); 5] = [
        |title| title.status = TitleStatus::Withdrawn,
        |title| title.artifacts.clear(),
        |title| title.site = lab(),
        |title| title.territory.worldwide = false,
        |title| title.metadata.nimac = true,
    ];
    for spoil in spoils {
        let closed = with_change(title(), spoil);
        assert!(!fits_reader(&Scene::new(closed).with_caller(individual("ada")).facts()));
    }
    let adult = with_change(title(), |title| title.metadata.adult_content = true);
    let safe = with_change(individual("ada"), |reader| reader.account.allow_adult_content = Some(false));
    assert!(fits_reader(&Scene::new(adult.clone()).with_caller(individual("ada")).facts()));
    assert!(!fits_reader(&Scene::new(adult).with_caller(safe).facts()));
}

#[test]
fn members_are_offered_what_is_open_to_them() {
    let mia = member("mia", &school());
    let scene = Scene::new(title()).with_caller(mia.clone());
    assert!(!fits_reader(&scene.facts()), "nobody assigned it");
    assert!(fits_reader(
        &scene.clone().with_relation(Relation { on_list: true, ..Relation::default() }).facts()
    ));
    let free = with_change(title(), |title| title.usage = UsageRestriction::PublicDomain);
    assert!(fits_reader(&Scene::new(free.clone()).with_caller(mia).facts()));
    let either = with_change(linked_account("lin", &school()), |reader| reader.agreement_signed = false);
    assert!(
        fits_reader(&Scene::new(title()).with_caller(either).facts()),
        "as an individual, once it has signed"
    );
    for role in [Role::Volunteer, Role::MembershipAssistant] {
        assert!(!fits_reader(&Scene::new(title()).with_caller(person("vera", role)).facts()));
        assert!(fits_reader(&Scene::new(free.clone()).with_caller(person("vera", role)).facts()));
    }
}
