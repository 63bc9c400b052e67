//! What may be offered to a reader unasked (docs/rules/recommendations.md#rule-4).

use crate::access::{Relation, fits};
use crate::accounts::Role;
use crate::fixtures::{Scene, individual, lab, linked, member, person, school, sponsor, title, with};
use crate::proofs::ProofStatus;
use crate::titles::{Title, TitleStatus, UsageRestriction};

#[test]
fn what_the_reader_can_put_in_order_does_not_count() {
    let bare = with(individual("ada"), |reader| {
        reader.agreement_signed = false;
        reader.subscriptions.clear();
        reader.proof = ProofStatus::Missing;
        reader.books_taken = 100;
    });
    let scene = Scene::of(title()).by(bare);
    assert!(!scene.decide().available);
    assert!(fits(&scene.facts()));
    assert!(fits(&Scene::of(title()).by(sponsor("tess", &school())).facts()), "for some member");
}

#[test]
fn what_is_closed_for_the_title_s_sake_does_not_fit() {
    let spoils: [fn(&mut Title); 5] = [
        |title| title.status = TitleStatus::Withdrawn,
        |title| title.artifacts.clear(),
        |title| title.site = lab(),
        |title| title.territory.worldwide = false,
        |title| title.metadata.nimac = true,
    ];
    for spoil in spoils {
        let closed = with(title(), spoil);
        assert!(!fits(&Scene::of(closed).by(individual("ada")).facts()));
    }
    let adult = with(title(), |title| title.metadata.adult_content = true);
    let safe = with(individual("ada"), |reader| reader.account.allow_adult_content = Some(false));
    assert!(fits(&Scene::of(adult.clone()).by(individual("ada")).facts()));
    assert!(!fits(&Scene::of(adult).by(safe).facts()));
}

#[test]
fn members_are_offered_what_is_open_to_them() {
    let mia = member("mia", &school());
    let scene = Scene::of(title()).by(mia.clone());
    assert!(!fits(&scene.facts()), "nobody assigned it");
    assert!(fits(&scene.clone().related(Relation { on_list: true, ..Relation::default() }).facts()));
    let free = with(title(), |title| title.usage = UsageRestriction::PublicDomain);
    assert!(fits(&Scene::of(free.clone()).by(mia).facts()));
    let either = with(linked("lin", &school()), |reader| reader.agreement_signed = false);
    assert!(fits(&Scene::of(title()).by(either).facts()), "as an individual, once it has signed");
    for role in [Role::Volunteer, Role::MembershipAssistant] {
        assert!(!fits(&Scene::of(title()).by(person("vera", role)).facts()));
        assert!(fits(&Scene::of(free.clone()).by(person("vera", role)).facts()));
    }
}
