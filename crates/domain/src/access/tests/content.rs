//! Rules 10 and 11: adult content, and titles from the national source for pupils.

use std::collections::BTreeSet;

use jiff::civil::date;

use super::{ada, assert_denied, assert_open, max_signed_in, request_of};
use crate::access::{adult_content_allowed, adult_content_bar};
use crate::fixtures::{Scene, linked_account, member, person, school, sponsor, title, today, with_change};
use crate::{AdultContentBar, DisabilityPlan, Reader, Role, Title};

fn adult_title() -> Title {
    with_change(title(), |title| title.metadata.adult_content = true)
}

fn nimac_title() -> Title {
    with_change(title(), |title| title.metadata.nimac = true)
}

#[test]
fn rule_10_is_open_to_adults_by_default_and_closed_to_minors() {
    assert_open(&request_of(adult_title(), ada()));
    let birthday = |day| with_change(ada(), |ada| ada.account.date_of_birth = Some(day));
    assert_denied(&request_of(adult_title(), birthday(date(2008, 11, 22))), "ADULT_CONTENT");
    assert_open(&request_of(adult_title(), birthday(date(2008, 11, 21))));
    assert_open(&request_of(title(), birthday(date(2015, 1, 1))));
}

#[test]
fn rule_10_the_accounts_own_choice_goes_first() {
    let choice = |day, choice| {
        with_change(ada(), |ada| {
            ada.account.date_of_birth = Some(day);
            ada.account.allow_adult_content = Some(choice);
        })
    };
    assert_denied(&request_of(adult_title(), choice(date(1980, 1, 1), false)), "ADULT_CONTENT");
    assert_open(&request_of(adult_title(), choice(date(2010, 1, 1), true)));
}

#[test]
fn rule_10_safe_search_closes_it_whatever_else_is_chosen() {
    let careful = with_change(ada(), |ada| {
        ada.account.safe_search = true;
        ada.account.allow_adult_content = Some(true);
    });
    assert_denied(&request_of(adult_title(), careful), "ADULT_CONTENT");
}

#[test]
fn rule_10_readers_of_unknown_age_are_taken_for_minors() {
    let ageless = |role| with_change(person("x", role).account, |account| account.date_of_birth = None);
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
        let ada = with_change(ada().account, |account| {
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
fn rule_10_applies_to_the_member_for_whom_a_sponsor_asks() {
    let school = school();
    let eve = sponsor("eve", &school);
    let child = with_change(member("max", &school), |max| max.account.date_of_birth = Some(date(2014, 3, 1)));
    assert_denied(&Scene::new(adult_title()).with_caller(eve.clone()).naming(&child), "ADULT_CONTENT");
    assert_open(&Scene::new(adult_title()).with_caller(eve).naming(&member("max", &school)));
}

#[test]
fn rule_11_individuals_never_have_it_directly() {
    assert_denied(&request_of(nimac_title(), ada()), "NIMAC_RESTRICTED");
}

#[test]
fn rule_11_a_member_with_an_iep_has_it_by_the_sponsor_or_assigned() {
    let school = school();
    assert_open(
        &Scene::new(nimac_title()).with_caller(sponsor("eve", &school)).naming(&member("max", &school)),
    );
    assert_open(&max_signed_in(nimac_title()));
}

#[test]
fn rule_11_a_member_who_signs_in_needs_it_assigned() {
    let released = with_change(school(), |school| school.organization.allow_search_downloads = true);
    let max = member("max", &released);
    assert_denied(&request_of(nimac_title(), max.clone()), "NIMAC_RESTRICTED");
    let listed = crate::access::Relation { on_list: true, ..Default::default() };
    assert_denied(&request_of(nimac_title(), max.clone()).with_relation(listed), "NIMAC_RESTRICTED");
    assert_open(&request_of(nimac_title(), max).with_relation(super::ASSIGNED_RELATION));
}

fn with_plans(plans: &[DisabilityPlan]) -> Reader {
    with_change(member("max", &school()), |max| {
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
        let scene = request_of(nimac_title(), with_plans(plans)).with_relation(super::ASSIGNED_RELATION);
        if is_open { assert_open(&scene) } else { assert_denied(&scene, "NIMAC_RESTRICTED") }
    }
}

#[test]
fn rule_11_the_organization_is_american_and_served_by_the_source() {
    let not_served = with_change(school(), |school| school.organization.can_download_nimac = false);
    assert_denied(
        &request_of(nimac_title(), member("max", &not_served)).with_relation(super::ASSIGNED_RELATION),
        "NIMAC_RESTRICTED",
    );
    let canadian = with_change(school(), |school| school.organization.address.country = Some("CA".into()));
    assert_denied(
        &request_of(nimac_title(), member("max", &canadian)).with_relation(super::ASSIGNED_RELATION),
        "NIMAC_RESTRICTED",
    );
}

#[test]
fn rule_11_linked_accounts_have_it_on_the_organizations_side() {
    assert_open(
        &request_of(nimac_title(), linked_account("kim", &school())).with_relation(super::ASSIGNED_RELATION),
    );
    assert_denied(&request_of(nimac_title(), linked_account("kim", &school())), "NIMAC_RESTRICTED");
}
