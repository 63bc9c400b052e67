//! Properties of all decisions, over random scenes. Dice at zero mean "in order", so a failing scene
//! shrinks to the few things that are wrong with it.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::access::{AccessCaller, Alert, Refusal, finds_title, member_availability, view_of};
use crate::fixtures::{
    Scene, SceneRecipient, artifact, days_ago, lab, linked_account, member, noon, person, school, site,
    sponsor, subscription, title, today, with_change,
};
use crate::proofs::ProofStatus;
use crate::readers::OrganizationStanding;
use crate::sites::Sharing;
use crate::wire::WireEnum;
use crate::{
    Capabilities, DisabilityPlan, Format, FormatStatus, Reader, Role, Subscription, Title, TitleId,
    TitleStatus, UsageRestriction,
};

struct Dice<'a>(std::slice::Iter<'a, u8>);

impl Dice<'_> {
    /// A throw below `sides`.
    fn roll(&mut self, sides: u8) -> u8 {
        self.0.next().map_or(0, |die| die % sides)
    }

    /// One time in four.
    fn rarely(&mut self) -> bool {
        self.roll(4) == 3
    }

    /// One of these, the first when in order.
    fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        let sides = u8::try_from(values.len()).unwrap();
        values[usize::from(self.roll(sides))].clone()
    }
}

fn a_subscription(dice: &mut Dice<'_>) -> Subscription {
    let kind = dice.pick(&["individual", "trial", "student"]);
    with_change(subscription(kind), |s| {
        s.id = format!("{kind}-{}", dice.roll(8)).into();
        s.start = days_ago(dice.pick(&[100, 10, -5]));
        s.end = dice.pick(&[None, Some(days_ago(-5)), Some(days_ago(2))]);
        s.books_allowed = dice.pick(&[None, Some(5), Some(300)]);
    })
}

fn a_school(dice: &mut Dice<'_>) -> OrganizationStanding {
    with_change(school(), |school| {
        school.organization.id = dice.pick(&["school", "other"]).into();
        school.organization.agreement_signed = !dice.rarely();
        school.organization.suspended = dice.rarely();
        school.organization.can_download_nimac = !dice.rarely();
        school.organization.allow_search_downloads = dice.rarely();
        school.organization.books_allowed = dice.pick(&[None, Some(100)]);
        school.organization.address.country = dice.pick(&[Some("US".to_owned()), Some("CA".into()), None]);
        school.books_taken = dice.pick(&[0, 95, 100]);
        if dice.rarely() {
            school.subscriptions = (0..dice.roll(3)).map(|_| a_subscription(dice)).collect();
        }
    })
}

fn a_reader(id: &str, dice: &mut Dice<'_>) -> Reader {
    let school = a_school(dice);
    let base = match dice.roll(6) {
        0 => linked_account(id, &school),
        1 => member(id, &school),
        2 => sponsor(id, &school),
        3 => person(id, dice.pick(Role::ALL)),
        4 => with_change(sponsor(id, &school), |both| {
            both.account.roles.extend([Role::Individual, Role::OrganizationMember]);
        }),
        _ => crate::fixtures::individual(id),
    };
    with_change(base, |reader| {
        reader.account.site = dice.pick(&[site(), lab()]);
        reader.account.locked = dice.roll(8) == 7;
        reader.account.deleted = dice.roll(8) == 7;
        reader.account.safe_search = dice.rarely();
        reader.account.show_all_books = dice.rarely();
        reader.account.allow_adult_content = dice.pick(&[None, Some(true), Some(false)]);
        reader.account.address.country = dice.pick(&[Some("US".to_owned()), Some("DE".into()), None]);
        reader.agreement_signed = !dice.rarely();
        reader.proof = dice.pick(&[
            ProofStatus::Active,
            ProofStatus::Active,
            ProofStatus::Submitted,
            ProofStatus::Missing,
        ]);
        reader.books_taken = dice.pick(&[0, 95, 100]);
        if dice.rarely() {
            reader.subscriptions = (0..dice.roll(4)).map(|_| a_subscription(dice)).collect();
        }
        if let Some(membership) = reader.account.membership.as_mut() {
            membership.allow_search_downloads = dice.pick(&[None, Some(true), Some(false)]);
            membership.plans =
                dice.pick(&[[DisabilityPlan::Iep].into(), [DisabilityPlan::Section504].into()]);
        }
        reader.provisional_until = dice.pick(&[None, Some(days_ago(-3)), Some(noon()), Some(days_ago(2))]);
    })
}

fn a_title(dice: &mut Dice<'_>) -> Title {
    with_change(title(), |title| {
        title.usage = dice.pick(&[
            UsageRestriction::Copyright,
            UsageRestriction::Copyright,
            UsageRestriction::PublicDomain,
            UsageRestriction::CreativeCommons,
        ]);
        title.status = if dice.rarely() { dice.pick(TitleStatus::ALL) } else { TitleStatus::Live };
        title.site = dice.pick(&[site(), site(), lab()]);
        title.sharing = dice.pick(&[Sharing::None, Sharing::All]);
        title.owner = dice.pick(&[None, None, None, Some("ada".into()), Some("ben".into())]);
        title.territory.worldwide = !dice.rarely();
        title.territory.countries =
            dice.pick(&[["US".to_owned()].into(), ["CA".to_owned(), "DE".into()].into()]);
        title.territory.states = dice.pick(&[[].into(), [].into(), ["US-CA".to_owned()].into()]);
        title.territory.marrakesh_available = dice.rarely();
        title.territory.marrakesh_pod_exception = dice.rarely();
        title.metadata.adult_content = dice.rarely();
        title.metadata.nimac = dice.rarely();
        title.metadata.available_to_demo = dice.rarely();
        title.metadata.replacement = dice.rarely().then_some(TitleId(7));
        for artifact in &mut title.artifacts {
            artifact.status =
                dice.pick(&[FormatStatus::Available, FormatStatus::Available, FormatStatus::Pending]);
        }
    })
}

fn a_scene(dice: &mut Dice<'_>) -> Scene {
    let caller = if dice.roll(8) == 7 { None } else { Some(a_reader("ada", dice)) };
    let other = a_reader("ben", dice);
    let recipient = match (dice.roll(8), &caller) {
        (0..=3, _) | (6, None) => SceneRecipient::Nobody,
        (4 | 5, _) => SceneRecipient::Named(Box::new(other)),
        (6, Some(own)) => SceneRecipient::Named(Box::new(own.clone())),
        _ => SceneRecipient::Unknown,
    };
    let relation = crate::access::Relation {
        assigned: dice.rarely(),
        on_list: dice.rarely(),
        downloaded_before: dice.rarely(),
        counted: dice.rarely(),
        counted_for_organization: dice.rarely(),
    };
    Scene { title: a_title(dice), caller, country: "US".into(), recipient, relation, can: Capabilities::ALL }
}

fn scenes() -> impl Strategy<Value = Scene> {
    vec(any::<u8>(), 140).prop_map(|dice| a_scene(&mut Dice(dice.iter())))
}

/// Something that opens titles, added to a scene.
type OpeningChange = (&'static str, fn(&mut Scene));

fn people(scene: &mut Scene, change: impl Fn(&mut Reader)) {
    // A caller who names themselves is still one person.
    let same = matches!((&scene.recipient, &scene.caller),
        (SceneRecipient::Named(named), Some(caller)) if named.account.id == caller.account.id);
    if let Some(caller) = scene.caller.as_mut() {
        change(caller);
    }
    match (&mut scene.recipient, &scene.caller) {
        (SceneRecipient::Named(named), Some(caller)) if same => **named = caller.clone(),
        (SceneRecipient::Named(named), _) => change(named),
        _ => {}
    }
}

/// One role more for both people.
fn grant(scene: &mut Scene, role: Role) {
    people(scene, |reader| reader.account.roles.extend([role]));
}

/// Both people's organizations.
fn organizations(scene: &mut Scene, change: fn(&mut OrganizationStanding)) {
    people(scene, |reader| {
        if let Some(standing) = reader.organization.as_mut() {
            change(standing);
        }
    });
}

const RIGHTS: &[OpeningChange] = &[
    ("agreement", |s| people(s, |r| r.agreement_signed = true)),
    ("subscription", |s| people(s, |r| r.subscriptions.push(subscription("individual")))),
    ("trial", |s| people(s, |r| r.subscriptions.push(subscription("trial")))),
    ("small subscription", |s| {
        people(s, |r| {
            r.subscriptions.insert(0, with_change(subscription("x"), |x| x.books_allowed = Some(1)));
        });
    }),
    ("proof", |s| people(s, |r| r.proof = ProofStatus::Active)),
    ("adult content", |s| {
        people(s, |r| {
            r.account.allow_adult_content = Some(true);
            r.account.safe_search = false;
        });
    }),
    ("unlocked", |s| people(s, |r| r.account.locked = false)),
    ("fewer books taken", |s| people(s, |r| r.books_taken = 0)),
    ("individual role", |s| grant(s, Role::Individual)),
    ("member role", |s| grant(s, Role::OrganizationMember)),
    ("sponsor role", |s| grant(s, Role::OrganizationSponsor)),
    ("collection role", |s| grant(s, Role::CollectionAssistant)),
    ("membership role", |s| grant(s, Role::MembershipAssistant)),
    ("administrator role", |s| grant(s, Role::Administrator)),
    ("volunteer role", |s| grant(s, Role::Volunteer)),
    ("member's search downloads", |s| {
        people(s, |r| {
            if let Some(membership) = r.account.membership.as_mut() {
                membership.allow_search_downloads = Some(true);
            }
        });
    }),
    ("plan", |s| {
        people(s, |r| {
            if let Some(membership) = r.account.membership.as_mut() {
                membership.plans.insert(DisabilityPlan::Iep);
            }
        });
    }),
    ("organization's agreement", |s| organizations(s, |o| o.organization.agreement_signed = true)),
    ("organization's subscription", |s| {
        organizations(s, |o| o.subscriptions.push(subscription("organization")));
    }),
    ("not suspended", |s| organizations(s, |o| o.organization.suspended = false)),
    ("search downloads", |s| organizations(s, |o| o.organization.allow_search_downloads = true)),
    ("national source", |s| organizations(s, |o| o.organization.can_download_nimac = true)),
    ("unlimited books", |s| organizations(s, |o| o.organization.books_allowed = None)),
    ("assigned", |s| s.relation.assigned = true),
    ("on a list", |s| s.relation.on_list = true),
    ("counted", |s| s.relation.counted = true),
    ("counted for the organization", |s| s.relation.counted_for_organization = true),
    ("published", |s| {
        s.title.status = TitleStatus::Live;
        s.title.artifacts.iter_mut().for_each(|artifact| artifact.status = FormatStatus::Available);
    }),
    ("a format", |s| s.title.artifacts.push(artifact(Format::Brf))),
    ("shared", |s| s.title.sharing = Sharing::All),
    ("worldwide", |s| s.title.territory.worldwide = true),
    ("countries", |s| s.title.territory.countries.extend(["US".to_owned(), "CA".into(), "DE".into()])),
    ("no states", |s| s.title.territory.states.clear()),
    ("treaty", |s| s.title.territory.marrakesh_available = true),
    ("proof exception", |s| s.title.territory.marrakesh_pod_exception = true),
    ("for demonstration", |s| s.title.metadata.available_to_demo = true),
    ("public domain", |s| s.title.usage = UsageRestriction::PublicDomain),
    ("not adult", |s| s.title.metadata.adult_content = false),
    ("not from the national source", |s| s.title.metadata.nimac = false),
];

/// Puts the facts in another order.
fn reorder_facts(scene: &Scene) -> Scene {
    with_change(scene.clone(), |scene| {
        people(scene, |reader| {
            reader.subscriptions.reverse();
            if let Some(standing) = reader.organization.as_mut() {
                standing.subscriptions.reverse();
            }
        });
        scene.title.artifacts.reverse();
        scene.title.metadata.contributors.reverse();
        scene.title.metadata.languages.reverse();
        scene.title.metadata.categories.reverse();
        scene.title.metadata.related_isbns.reverse();
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_order_of_facts_has_no_part_in_it(scene in scenes()) {
        prop_assert_eq!(reorder_facts(&scene).decide(), scene.decide());
        prop_assert_eq!(reorder_facts(&scene).member_alerts(), scene.member_alerts());
    }

    #[test]
    fn a_right_more_never_closes_a_title(scene in scenes()) {
        let before = scene.decide();
        for (name, add) in RIGHTS {
            let after = with_change(scene.clone(), add).decide();
            prop_assert!(!before.available || after.available, "{} takes the title away", name);
            prop_assert!(before.refusal().is_some() || after.refusal().is_none(), "{} refuses the download", name);
        }
    }

    #[test]
    fn all_rights_together_open_the_title(scene in scenes()) {
        let all = with_change(scene, |scene| {
            for (_, add) in RIGHTS {
                add(scene);
            }
            people(scene, |reader| reader.account.deleted = false);
            scene.title.owner = None;
            scene.recipient = SceneRecipient::Nobody;
        });
        prop_assert_eq!(all.decide().refusal(), None);
    }

    #[test]
    fn a_guest_never_gets_a_title_in_copyright(scene in scenes()) {
        let guest = Scene { caller: None, ..scene };
        let decision = guest.decide();
        prop_assert!(decision.refusal().is_some() || guest.title.usage.is_free());
        prop_assert!(!decision.available || guest.title.usage.is_free());
        prop_assert!(guest.allows().is_empty());
    }

    #[test]
    fn a_locked_or_deleted_account_gets_nothing(scene in scenes(), deleted: bool) {
        let shut = with_change(scene, |scene| {
            people(scene, |reader| reader.account.locked = true);
            if deleted {
                people(scene, |reader| { reader.account.deleted = true; reader.account.locked = false; });
            }
        });
        prop_assert!(shut.caller.is_none() || shut.decide().refusal().is_some());
    }

    #[test]
    fn provisional_access_never_outlives_its_date(scene in scenes()) {
        let ended = with_change(scene.clone(), |s| people(s, |r| r.provisional_until = Some(noon())));
        let never = with_change(scene, |s| people(s, |r| r.provisional_until = None));
        prop_assert_eq!(ended.decide(), never.decide());
        prop_assert_eq!(ended.member_alerts(), never.member_alerts());
    }

    #[test]
    fn provisional_access_never_opens_what_a_proof_would_not(scene in scenes()) {
        let given = with_change(scene.clone(), |s| people(s, |r| r.provisional_until = Some(days_ago(-1))));
        let proven = with_change(scene, |s| people(s, |r| r.proof = ProofStatus::Active));
        let (given, proven) = (given.decide(), proven.decide());
        prop_assert!(!given.available || proven.available);
        prop_assert!(given.refusal().is_some() || proven.refusal().is_none());
    }

    #[test]
    fn alerts_are_unique_and_in_order(scene in scenes()) {
        let alerts = scene.decide().alerts;
        prop_assert!(alerts.is_sorted_by(|a, b| a.code < b.code), "{:?}", alerts);
        let member = scene.member_alerts();
        prop_assert!(member.iter().all(|code| !member[1..].contains(code) || member[0] != *code));
    }

    #[test]
    fn the_refusal_agrees_with_what_is_shown(scene in scenes()) {
        let decision = scene.decide();
        let first_error = decision.alerts.iter().find(|alert| alert.is_error()).map(|alert| alert.code);
        match decision.refusal() {
            None => {
                prop_assert!(decision.available);
                prop_assert_eq!(first_error, None);
            }
            Some(Refusal::ForUserRequired) => {
                prop_assert!(decision.available && decision.for_user_required);
                prop_assert!(scene.access_caller().is_sponsor() && scene.recipient == SceneRecipient::Nobody);
            }
            Some(Refusal::Denied(code)) => {
                prop_assert!(!decision.available);
                prop_assert_eq!(first_error.unwrap_or(crate::access::AlertCode::FormatsPending), code);
                prop_assert!(decision.alerts.contains(&Alert::from(code)));
            }
            Some(Refusal::LoginRequired) => {
                prop_assert!(!decision.available && scene.caller.is_none());
            }
            Some(Refusal::Forbidden) => {
                prop_assert!(!decision.available && scene.recipient != SceneRecipient::Nobody);
                prop_assert!(scene.caller.is_some() && !scene.access_caller().is_sponsor());
            }
        }
    }

    #[test]
    fn readers_who_get_a_title_see_it(scene in scenes()) {
        let scene = Scene { recipient: SceneRecipient::Nobody, ..scene };
        if scene.caller.is_some() && scene.decide().available {
            prop_assert!(finds_title(&scene.title, &scene.access_caller(), &site()));
        }
    }

    #[test]
    fn search_results_can_be_viewed(scene in scenes()) {
        let who = scene.access_caller();
        if view_of(&who, &site(), today()).shows_title(&scene.title) {
            prop_assert!(finds_title(&scene.title, &who, &site()));
        }
    }

    #[test]
    fn a_search_never_leaves_out_what_a_reader_could_have(scene in scenes()) {
        let scene = Scene { recipient: SceneRecipient::Nobody, ..scene };
        let Some(reader) = &scene.caller else { return Ok(()) };
        let shown = view_of(&AccessCaller::Reader(reader), &site(), today()).shows_title(&scene.title);
        let open = scene.decide().available;
        let left_out = scene.title.owner.is_some()
            || scene.title.status != TitleStatus::Live
            || scene.title.metadata.adult_content;
        // For checking, titles are open at places where they are not offered to readers.
        let checks = crate::access::may_edit(&scene.title, &who_is(reader));
        prop_assert!(!open || shown || left_out || checks);
    }

    #[test]
    fn a_sponsor_can_download_for_those_whom_nothing_blocks(scene in scenes()) {
        let SceneRecipient::Named(named) = &scene.recipient else { return Ok(()) };
        let Some(caller) = &scene.caller else { return Ok(()) };
        let unnamed = Scene { recipient: SceneRecipient::Nobody, ..scene.clone() };
        let same_house = caller.organization == named.organization && caller.organization.is_some();
        let for_members = unnamed.decide().for_user_required;
        let member = named.account.has_role(Role::OrganizationMember);
        let free_to_act = !named.account.locked && !named.account.deleted && named.account.site == caller.account.site;
        if same_house && for_members && member && free_to_act && named.account.id != caller.account.id {
            let decision = scene.decide();
            prop_assert_eq!(decision.refusal().is_none(), scene.member_alerts().is_empty());
            prop_assert_eq!(decision.refusal().is_none(), member_availability(&scene.facts()).available);
        }
    }
}

fn who_is(reader: &Reader) -> AccessCaller<'_> {
    AccessCaller::Reader(reader)
}
