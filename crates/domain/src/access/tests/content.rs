//! Rules 10 and 11: adult content, and titles from the national source for pupils.

use std::collections::BTreeSet;

use jiff::civil::date;

use super::{ada, ask, denied, max_signed_in, open};
use crate::access::{AdultContentBar, adult_content_allowed, adult_content_bar};
use crate::accounts::Role;
use crate::fixtures::{Scene, linked, member, person, school, sponsor, title, today, with};
use crate::proofs::DisabilityPlan;
use crate::readers::Reader;
use crate::titles::Title;

fn adult() -> Title {
    with(title(), |title| title.metadata.adult_content = true)
}

fn nimac() -> Title {
    with(title(), |title| title.metadata.nimac = true)
}

#[test]
fn rule_10_is_open_to_adults_by_default_and_closed_to_minors() {
    open(&ask(adult(), ada()));
    let birthday = |day| with(ada(), |ada| ada.account.date_of_birth = Some(day));
    denied(&ask(adult(), birthday(date(2008, 11, 22))), "ADULT_CONTENT");
    open(&ask(adult(), birthday(date(2008, 11, 21))));
    open(&ask(title(), birthday(date(2015, 1, 1))));
}

#[test]
fn rule_10_the_accounts_own_choice_goes_first() {
    let choice = |day, choice| {
        with(ada(), |ada| {
            ada.account.date_of_birth = Some(day);
            ada.account.allow_adult_content = Some(choice);
        })
    };
    denied(&ask(adult(), choice(date(1980, 1, 1), false)), "ADULT_CONTENT");
    open(&ask(adult(), choice(date(2010, 1, 1), true)));
}

#[test]
fn rule_10_safe_search_closes_it_whatever_else_is_chosen() {
    let careful = with(ada(), |ada| {
        ada.account.safe_search = true;
        ada.account.allow_adult_content = Some(true);
    });
    denied(&ask(adult(), careful), "ADULT_CONTENT");
}

#[test]
fn rule_10_readers_of_unknown_age_are_taken_for_minors() {
    let ageless = |role| with(person("x", role).account, |account| account.date_of_birth = None);
    for role in [Role::Individual, Role::OrganizationMember] {
        assert!(!adult_content_allowed(&ageless(role), today()));
    }
    for role in [Role::OrganizationSponsor, Role::Volunteer, Role::CollectionAssistant] {
        assert!(adult_content_allowed(&ageless(role), today()));
    }
}

#[test]
fn rule_10_says_why_it_is_closed() {
    let bar = |born, choice, safe_search| {
        let ada = with(ada().account, |account| {
            (account.date_of_birth, account.allow_adult_content) = (born, choice);
            account.safe_search = safe_search;
        });
        adult_content_bar(&ada, today())
    };
    let (adult, pupil) = (Some(date(1980, 1, 1)), Some(date(2014, 3, 1)));
    assert_eq!(bar(adult, None, false), None);
    assert_eq!(bar(adult, Some(false), false), Some(AdultContentBar::Preference));
    assert_eq!(bar(pupil, None, false), Some(AdultContentBar::Minor));
    assert_eq!(bar(pupil, Some(false), false), Some(AdultContentBar::Minor));
    assert_eq!(bar(pupil, Some(true), false), None, "a guardian has opened it");
    assert_eq!(bar(None, None, false), Some(AdultContentBar::UnknownAge));
    assert_eq!(bar(adult, Some(true), true), Some(AdultContentBar::SafeSearch));
}

#[test]
fn rule_10_looks_at_the_member_for_whom_a_sponsor_asks() {
    let school = school();
    let eve = sponsor("eve", &school);
    let child = with(member("max", &school), |max| max.account.date_of_birth = Some(date(2014, 3, 1)));
    denied(&Scene::of(adult()).by(eve.clone()).naming(&child), "ADULT_CONTENT");
    open(&Scene::of(adult()).by(eve).naming(&member("max", &school)));
}

#[test]
fn rule_11_individuals_never_have_it_directly() {
    denied(&ask(nimac(), ada()), "NIMAC_RESTRICTED");
}

#[test]
fn rule_11_a_member_with_an_iep_has_it_by_the_sponsor_or_assigned() {
    let school = school();
    open(&Scene::of(nimac()).by(sponsor("eve", &school)).naming(&member("max", &school)));
    open(&max_signed_in(nimac()));
}

#[test]
fn rule_11_a_member_who_signs_in_needs_it_assigned() {
    let released = with(school(), |school| school.organization.allow_search_downloads = true);
    let max = member("max", &released);
    denied(&ask(nimac(), max.clone()), "NIMAC_RESTRICTED");
    let listed = crate::access::Relation { on_list: true, ..Default::default() };
    denied(&ask(nimac(), max.clone()).related(listed), "NIMAC_RESTRICTED");
    open(&ask(nimac(), max).related(super::ASSIGNED));
}

fn with_plans(plans: &[DisabilityPlan]) -> Reader {
    with(member("max", &school()), |max| {
        let membership = max.account.membership.as_mut().unwrap();
        membership.plans = plans.iter().copied().collect::<BTreeSet<_>>();
    })
}

#[test]
fn rule_11_section_504_alone_does_not_count() {
    for (plans, is_open) in [
        (&[][..], false),
        (&[DisabilityPlan::Section504][..], false),
        (&[DisabilityPlan::Iep][..], true),
        (&[DisabilityPlan::Section504, DisabilityPlan::Iep][..], true),
    ] {
        let scene = ask(nimac(), with_plans(plans)).related(super::ASSIGNED);
        if is_open { open(&scene) } else { denied(&scene, "NIMAC_RESTRICTED") }
    }
}

#[test]
fn rule_11_the_organization_is_american_and_served_by_the_source() {
    let not_served = with(school(), |school| school.organization.can_download_nimac = false);
    denied(&ask(nimac(), member("max", &not_served)).related(super::ASSIGNED), "NIMAC_RESTRICTED");
    let canadian = with(school(), |school| school.organization.address.country = Some("CA".into()));
    denied(&ask(nimac(), member("max", &canadian)).related(super::ASSIGNED), "NIMAC_RESTRICTED");
}

#[test]
fn rule_11_linked_accounts_have_it_on_the_organizations_side() {
    open(&ask(nimac(), linked("kim", &school())).related(super::ASSIGNED));
    denied(&ask(nimac(), linked("kim", &school())), "NIMAC_RESTRICTED");
}
