//! Every endpoint as every kind of caller. The table below must name each operation of the description: an
//! endpoint that is added without a row here fails this test.

mod description;

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;

use self::description::{described_responses, names_key, operations};
use crate::both;
use crate::support::Sandbox;

/// Kinds of callers, in the order of a row's statuses.
const CALLERS: [&str; 16] = [
    "no key", "bad token", "guest", "individual", "individual2", "unqualified", "minor", "primaryContact",
    "sponsor", "orgMember", "collectionAssistant", "membershipAssistant", "volunteer", "administrator",
    "labIndividual", "labAssistant",
];

/// Operations that are for guests, too: for free titles, with a signed address, or with a key of membership.
/// The table asks for something else.
const FOR_SOME_GUESTS: [&str; 6] = [
    "download_title", "list_title_resources", "get_title_resource", "get_edition_resource",
    "list_organization_types", "get_user_name",
];

/// An operation, a request for it, and the status for each caller.
struct Row {
    operation: &'static str,
    method: Method,
    path: String,
    statuses: [u16; 16],
}

/// Everybody with a key and a good token gets the same.
const OPEN: [u16; 16] = same_for_everybody(200);

const fn same_for_everybody(status: u16) -> [u16; 16] {
    let mut all = [status; 16];
    all[0] = 403;
    all[1] = 401;
    all
}

/// A copyright title of site `service`: `ok` for those who may have it.
///
/// Order: no key, bad token, guest, individual, individual2, unqualified, minor, primaryContact, sponsor,
/// orgMember (it is assigned), collectionAssistant, membershipAssistant, volunteer, administrator, and the
/// users of the other site, for whom it does not exist.
const fn statuses_of_restricted(ok: u16) -> [u16; 16] {
    [403, 401, 401, ok, ok, 403, ok, 400, 400, ok, ok, 403, 403, ok, 404, 404]
}

/// Statuses of what only collection staff of site `service` may do; for the other site's staff the title does
/// not exist.
const fn collection_staff(ok: u16) -> [u16; 16] {
    [403, 401, 401, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok, 403, 404]
}

/// Statuses of what collection staff of every site may do.
fn any_collection_staff(ok: u16) -> [u16; 16] {
    with_other_status(signed_in(403), &[10, 13, 15], ok)
}

/// Statuses of what every signed-in user may do.
const fn signed_in(ok: u16) -> [u16; 16] {
    let mut all = same_for_everybody(ok);
    all[2] = 401;
    all
}

/// Statuses of what every signed-in user who can see a title of site `service` may do with it.
const fn readers(ok: u16) -> [u16; 16] {
    let mut all = same_for_everybody(ok);
    all[2] = 401;
    all[14] = 404;
    all[15] = 404;
    all
}

/// Statuses of what only the owner, the sponsor, and membership staff may do with the sandbox's shared list.
const fn editors(ok: u16) -> [u16; 16] {
    [403, 401, 401, 403, 403, 403, 403, 403, ok, 403, 403, ok, 403, ok, 404, 404]
}

/// Statuses of what only sponsors of the organization and membership staff may do with what is assigned to
/// `orgMember`.
const fn assigners(ok: u16) -> [u16; 16] {
    [403, 401, 401, 403, 403, 403, 403, ok, ok, 403, 403, ok, 403, ok, 403, 403]
}

/// Reading lists and assigned titles.
fn list_rows(sandbox: &Sandbox) -> Vec<Row> {
    let id = sandbox.title("copyright");
    let row = |operation, method, path: String, statuses| Row { operation, method, path, statuses };
    let shared = sandbox.demo["readingLists"]["shared"].as_str().expect("demo.json names the list");
    let (list, subscription) = (format!("/v2/lists/{shared}"), format!("/v2/myLists/{shared}/subscription"));
    let assigned =
        format!("/v2/assignedTitles/{}", sandbox.user("orgMember")["userAccountId"].as_str().unwrap());
    let mut members_only = signed_in(403);
    members_only[9] = 200;
    let makers = [403, 401, 401, 200, 200, 200, 200, 200, 200, 403, 403, 200, 403, 200, 200, 403];
    let mut subscribers = readers(200);
    subscribers[8] = 400;
    // The sponsor deletes the list: for those who come later it is not there.
    let deleted = [403, 401, 401, 403, 403, 403, 403, 403, 204, 404, 404, 404, 404, 404, 404, 404];
    vec![
        row("list_my_lists", Method::GET, "/v2/myLists".into(), signed_in(200)),
        row("create_list", Method::POST, "/v2/myLists?name=New&access=private".into(), makers),
        row("get_list_subscription", Method::GET, subscription.clone(), readers(200)),
        row("put_list_subscription", Method::PUT, format!("{subscription}?enabled=true"), subscribers),
        row("search_lists", Method::GET, "/v2/lists".into(), signed_in(200)),
        row("get_list", Method::GET, list.clone(), readers(200)),
        row("put_list", Method::PUT, format!("{list}?name=Renamed"), editors(200)),
        row("list_list_titles", Method::GET, format!("{list}/titles"), readers(200)),
        row("add_list_title", Method::POST, format!("{list}/titles?serviceId={id}"), editors(200)),
        // A title that is not on it: those who may take titles off learn that.
        row("remove_list_title", Method::DELETE, format!("{list}/titles/1"), editors(404)),
        row("delete_list", Method::DELETE, list, deleted),
        row("list_my_assigned_titles", Method::GET, "/v2/myAssignedTitles".into(), members_only),
        row("list_assigned_titles", Method::GET, assigned.clone(), assigners(200)),
        row("assign_title", Method::POST, format!("{assigned}?serviceId={id}"), assigners(200)),
        row("unassign_title", Method::DELETE, format!("{assigned}/1"), assigners(404)),
    ]
}

/// Periodicals and their editions.
fn periodical_rows(sandbox: &Sandbox) -> Vec<Row> {
    let entry = &sandbox.demo["periodical"];
    let name = |member: &str| entry[member].as_str().expect("demo.json names a periodical").to_owned();
    let series = format!("/v2/periodicals/{}", name("seriesId"));
    let editions = format!("{series}/editions");
    let edition = format!("{editions}/{}", name("editionId"));
    let row = |operation, method, path: String, statuses| Row { operation, method, path, statuses };
    let get = |operation, path, statuses| row(operation, Method::GET, path, statuses);
    // A periodical is in copyright, and cannot be assigned.
    let readers = |ok| with_other_status(statuses_of_restricted(ok), &[9], 403);
    let mut metadata = OPEN;
    metadata[14..].copy_from_slice(&[404, 404]);
    vec![
        get("list_periodicals", "/v2/periodicals".into(), OPEN),
        get("get_periodical", series.clone(), metadata),
        get("list_editions", editions.clone(), metadata),
        get("get_edition", edition.clone(), metadata),
        get("download_edition", format!("{edition}/EPUB3"), readers(202)),
        get("list_edition_resources", format!("{edition}/EPUB3/resources"), readers(200)),
        get("get_edition_resource", format!("{edition}/EPUB3/resources/nothing"), readers(404)),
        row("put_periodical", Method::PUT, format!("{series}?publisher=New"), collection_staff(200)),
        row("put_edition", Method::PUT, format!("{edition}?editionName=New"), collection_staff(200)),
        // An edition that is not there: staff learn that.
        row("delete_edition", Method::DELETE, format!("{editions}/nothing"), collection_staff(404)),
    ]
}

/// Documents, and the drive that they may come from.
fn document_rows() -> Vec<Row> {
    let row =
        |operation, method, path: &str, statuses| Row { operation, method, path: path.to_owned(), statuses };
    vec![
        row("list_my_documents", Method::GET, "/v2/myDocuments", signed_in(200)),
        // The body is empty: permitted callers get an error for missing parameters.
        row("create_my_document", Method::POST, "/v2/myDocuments", signed_in(400)),
        row("delete_my_document", Method::DELETE, "/v2/myDocuments/1", signed_in(404)),
        // An ordinary key is not for the drive.
        row("create_partner_access_token", Method::POST, "/v2/partnerAccessToken", signed_in(403)),
        row("delete_partner_access_token", Method::DELETE, "/v2/partnerAccessToken", signed_in(403)),
    ]
}

/// The organization of sponsors, and what organizations are chosen from.
fn organization_rows() -> Vec<Row> {
    let row = |operation, method, path: &str, others: [u16; 16], these: &[usize], status| Row {
        operation,
        method,
        path: path.to_owned(),
        statuses: with_other_status(others, these, status),
    };
    let (own, sponsors) = ("/v2/myOrganization", "/v2/myOrganization/sponsors");
    let (contact, both) = (&[7], &[7, 8]);
    vec![
        // An ordinary key registers no organizations.
        row("register_organization", Method::POST, own, same_for_everybody(403), &[], 403),
        row("get_my_organization", Method::GET, own, signed_in(403), both, 200),
        row("put_my_organization", Method::PUT, own, signed_in(403), contact, 200),
        // Nothing is sent: those who may do it learn what is missing.
        row(
            "put_my_primary_contact",
            Method::PUT,
            "/v2/myOrganization/primaryContact",
            signed_in(403),
            contact,
            400,
        ),
        row("list_my_sponsors", Method::GET, sponsors, signed_in(403), both, 200),
        row("add_my_sponsor", Method::POST, sponsors, signed_in(403), both, 400),
        row(
            "get_my_sponsor",
            Method::GET,
            "/v2/myOrganization/sponsors/demo-sponsor",
            signed_in(403),
            both,
            200,
        ),
        // Nor does it change sponsors, regardless of the user.
        row("put_my_sponsor", Method::PUT, "/v2/myOrganization/sponsors/x", signed_in(403), &[], 403),
        row("remove_my_sponsor", Method::DELETE, "/v2/myOrganization/sponsors/x", signed_in(403), &[], 403),
        row("list_organization_types", Method::GET, "/v2/organizationTypes", signed_in(200), &[], 200),
        row(
            "list_reference_organizations",
            Method::GET,
            "/v2/referenceOrganizations?state=OR",
            same_for_everybody(403),
            &[],
            403,
        ),
    ]
}

/// Statuses of what only sponsors of the organization may do.
const fn sponsors(ok: u16) -> [u16; 16] {
    let mut all = signed_in(403);
    all[7] = ok;
    all[8] = ok;
    all
}

/// Members of the organization, their roster, and those on the sandbox's shared list.
fn member_rows(sandbox: &Sandbox) -> Vec<Row> {
    let id = sandbox.title("copyright");
    let row =
        |operation, method, path: &str, statuses| Row { operation, method, path: path.to_owned(), statuses };
    let members = "/v2/myOrganization/members";
    let (one, tags) = (format!("{members}/demo-orgMember2"), "/v2/myOrganization/rosterTags");
    let preferences = format!("{one}/preferences");
    let shared = sandbox.demo["readingLists"]["shared"].as_str().expect("demo.json names the list");
    let listed = format!("/v2/lists/{shared}/members");
    let mut readers = signed_in(403);
    (readers[7], readers[8], readers[11], readers[13]) = (200, 200, 200, 200);
    (readers[14], readers[15]) = (404, 404);
    vec![
        row("list_my_members", Method::GET, members, sponsors(200)),
        // The ordinary app's key is not for adding members.
        row("create_my_member", Method::POST, members, signed_in(403)),
        row("get_my_member", Method::GET, &one, sponsors(200)),
        row("put_my_member", Method::PUT, &format!("{one}?safeSearch=true"), sponsors(200)),
        row("get_my_member_preferences", Method::GET, &preferences, sponsors(200)),
        row("put_my_member_preferences", Method::PUT, &preferences, sponsors(200)),
        // The primary contact comes first: for the sponsor the member is not there any more.
        row(
            "delete_my_member",
            Method::DELETE,
            &format!("{members}/demo-kofi-larsen"),
            with_other_status(sponsors(204), &[8], 404),
        ),
        row("list_my_roster_tags", Method::GET, tags, sponsors(200)),
        row(
            "create_my_roster_tag",
            Method::POST,
            &format!("{tags}?schoolName=New"),
            with_other_status(sponsors(201), &[8], 409),
        ),
        row(
            "list_my_title_availabilities",
            Method::GET,
            &format!("/v2/myOrganization/titleAvailabilities/{id}"),
            sponsors(200),
        ),
        row("list_list_members", Method::GET, &listed, readers),
        // The list is the sponsor's own, not the organization's.
        row(
            "add_list_members",
            Method::POST,
            &format!("{listed}?userIdentifier=demo-orgMember2"),
            with_other_status(signed_in(403), &[8], 200),
        ),
        row(
            "remove_list_member",
            Method::DELETE,
            &format!("{listed}/nobody"),
            with_other_status(signed_in(403), &[8], 404),
        ),
    ]
}

/// Individual members among the callers.
const INDIVIDUALS: &[usize] = &[3, 4, 5, 6, 14];

/// The statuses, with another one for these callers.
fn with_other_status(mut all: [u16; 16], these: &[usize], status: u16) -> [u16; 16] {
    for caller in these {
        all[*caller] = status;
    }
    all
}

/// Operations for limited keys, which the ordinary app's is not.
fn limited_rows() -> Vec<Row> {
    let row =
        |operation, method, path: &str, statuses| Row { operation, method, path: path.to_owned(), statuses };
    let no_key_of_theirs = same_for_everybody(403);
    // Membership staff may ask with any key; it is free.
    let staff = with_other_status(signed_in(403), &[11, 13], 404);
    let ask = with_other_status(signed_in(403), INDIVIDUALS, 400);
    vec![
        row("ask_authority", Method::POST, "/v2/myAccount/proofOfDisabilityRequest", ask),
        row("get_confirmation", Method::GET, "/v2/competentAuthority/nothing", no_key_of_theirs),
        row("confirm_disability", Method::POST, "/v2/competentAuthority/nothing", no_key_of_theirs),
        row("record_referral", Method::POST, "/v2/utm", no_key_of_theirs),
        row("get_user_name", Method::GET, "/v2/userNames/nobody", staff),
    ]
}

/// Accounts, managed by membership staff. Ordinary keys are refused, regardless of the user; keys with the
/// privilege are tested in `accounts/callers.rs`.
fn account_rows() -> Vec<Row> {
    let at = "/v2/accounts/demo-individual";
    let row = |operation, method, rest: &str| Row {
        operation,
        method,
        path: format!("{at}{rest}"),
        statuses: signed_in(403),
    };
    let (subscription, agreement) =
        ("/subscriptions/demo-individual-subscription", "/agreements/demo-individual-agreement");
    vec![
        Row { path: "/v2/accounts".into(), ..row("create_account", Method::POST, "") },
        row("get_account", Method::GET, ""),
        row("put_account", Method::PUT, ""),
        row("put_account_password", Method::PUT, "/password"),
        row("list_account_subscriptions", Method::GET, "/subscriptions"),
        row("create_account_subscription", Method::POST, "/subscriptions"),
        row("get_account_subscription", Method::GET, subscription),
        row("put_account_subscription", Method::PUT, subscription),
        row("list_account_proofs", Method::GET, "/pod"),
        row("add_account_proof", Method::POST, "/pod"),
        row("put_account_proof", Method::PUT, "/pod/visual"),
        row("remove_account_proof", Method::DELETE, "/pod/visual"),
        row("list_account_agreements", Method::GET, "/agreements"),
        row("create_account_agreement", Method::POST, "/agreements"),
        row("get_account_agreement", Method::GET, agreement),
        row("expire_account_agreement", Method::POST, &format!("{agreement}/expired")),
        row("get_account_preferences", Method::GET, "/preferences"),
        row("put_account_preferences", Method::PUT, "/preferences"),
        row("get_account_recommendation_profile", Method::GET, "/recommendationProfile"),
        row("put_account_recommendation_profile", Method::PUT, "/recommendationProfile"),
        row("list_account_lists", Method::GET, "/lists"),
        row("create_account_list", Method::POST, "/lists"),
        // The site's offers are public.
        Row {
            path: "/v2/subscriptiontypes".into(),
            statuses: signed_in(200),
            ..row("list_subscription_types", Method::GET, "")
        },
    ]
}

/// Organizations, managed by membership staff: ordinary keys are refused. The privileged one is tested in
/// `organizations/callers.rs`.
fn managed_organization_rows() -> Vec<Row> {
    let row = |operation, method, path: &str| Row {
        operation,
        method,
        path: format!("/v2/organizations{path}"),
        statuses: signed_in(403),
    };
    vec![
        row("create_organization", Method::POST, ""),
        row("get_organization", Method::GET, "/demo-school"),
        row("put_organization", Method::PUT, "/demo-school"),
        row("put_primary_contact", Method::PUT, "/demo-school/primaryContact"),
        row("list_members", Method::GET, "/demo-school/members"),
        row("add_member", Method::POST, "/demo-school/members"),
    ]
}

fn rows(sandbox: &Sandbox) -> Vec<Row> {
    let id = sandbox.title("copyright");
    let get = |operation, path: String, statuses| Row { operation, method: Method::GET, path, statuses };
    let open = |operation, path: &str| get(operation, path.to_owned(), OPEN);
    let mine =
        |operation, method, path: &str| Row { method, ..get(operation, path.to_owned(), signed_in(200)) };
    let reading = |operation, method, path| Row { method, ..get(operation, path, readers(200)) };
    let stretch = format!("serviceId={id}&startLocation=p1&endLocation=p2");
    let role = |operation, method, path: &str, others, these: &[usize], status| Row {
        method,
        ..get(operation, path.to_owned(), with_other_status(others, these, status))
    };
    let mut metadata = OPEN;
    metadata[14..].copy_from_slice(&[404, 404]);
    let mut rows = vec![
        // The token server needs neither a key nor a token: it identifies the client by itself.
        get("authorize", "/oauth/authorize".into(), [400; 16]),
        Row { method: Method::POST, ..get("token", "/oauth/token".into(), [401; 16]) },
        Row { method: Method::POST, ..get("revoke", "/oauth/revocations".into(), [401; 16]) },
        open("list_titles", "/v2/titles"),
        open("count_titles", "/v2/titles/count"),
        get("get_title", format!("/v2/titles/{id}"), metadata),
        get("download_title", format!("/v2/titles/{id}/EPUB3"), statuses_of_restricted(202)),
        get("list_title_resources", format!("/v2/titles/{id}/EPUB3/resources"), statuses_of_restricted(200)),
        // A file that is not there: those who may have the title learn that, the others nothing.
        get(
            "get_title_resource",
            format!("/v2/titles/{id}/EPUB3/resources/nothing"),
            statuses_of_restricted(404),
        ),
        get("list_title_history", format!("/v2/titles/{id}/history"), collection_staff(200)),
        get("get_title_source", format!("/v2/titles/{id}/source"), collection_staff(302)),
        // The body is empty: permitted callers get an error for missing parameters.
        Row { method: Method::POST, ..get("submit_title", "/v2/catalog".into(), any_collection_staff(400)) },
        get("list_catalog", "/v2/catalog".into(), any_collection_staff(200)),
        Row {
            method: Method::PUT,
            ..get("put_title", format!("/v2/titles/{id}?notes=New"), collection_staff(202))
        },
        get("get_title_artifact", format!("/v2/titles/{id}/artifacts/EPUB3"), collection_staff(200)),
        Row {
            method: Method::PUT,
            ..get(
                "put_title_artifact",
                format!("/v2/titles/{id}/artifacts/EPUB3?supplier=New"),
                collection_staff(202),
            )
        },
        // Moves that there are not.
        Row {
            method: Method::PUT,
            ..get("put_title_status", format!("/v2/titles/{id}/status?status=new"), collection_staff(409))
        },
        Row {
            method: Method::DELETE,
            ..get("delete_title", format!("/v2/titles/{}", sandbox.title("withdrawn")), collection_staff(409))
        },
        open("list_categories", "/v2/categories"),
        open("list_popular_lists", "/v2/popularLists"),
        // The last year: every site has it, under the same name.
        open("get_popular_list", "/v2/popularLists/TLTqJVg8JWRyRw=="),
        mine("list_my_recommendations", Method::GET, "/v2/myRecommendations"),
        open("list_bisac_codes", "/v2/bisacCodes"),
        reading("list_bookmarks", Method::GET, format!("/v2/myBookmarks?serviceId={id}")),
        reading("save_bookmark", Method::POST, format!("/v2/myBookmarks?serviceId={id}&location=p1")),
        reading("delete_bookmark", Method::DELETE, format!("/v2/myBookmarks?serviceId={id}&location=p1")),
        reading("list_highlights", Method::GET, format!("/v2/myHighlights?serviceId={id}")),
        reading("create_highlight", Method::POST, format!("/v2/myHighlights?{stretch}")),
        reading("update_highlight", Method::PUT, format!("/v2/myHighlights?{stretch}&color=red")),
        reading("delete_highlight", Method::DELETE, format!("/v2/myHighlights?{stretch}")),
        reading(
            "record_reading_event",
            Method::POST,
            format!("/v2/readingEvents?serviceId={id}&format=EPUB3&location=p1&metric=1&metricType=page"),
        ),
        reading("get_reading_position", Method::GET, format!("/v2/myReadingPosition/{id}/EPUB3")),
        mine("get_me", Method::GET, "/v2/me"),
        mine("get_my_account", Method::GET, "/v2/myAccount"),
        mine("put_my_account", Method::PUT, "/v2/myAccount"),
        mine("list_my_history", Method::GET, "/v2/myAccount/history"),
        mine("get_my_student_profile", Method::GET, "/v2/myAccount/studentProfile"),
        mine("put_my_student_profile", Method::PUT, "/v2/myAccount/studentProfile"),
        mine("delete_my_student_profile", Method::DELETE, "/v2/myAccount/studentProfile"),
        // Nothing is sent: those who may do it learn what is missing.
        role("sign_my_agreement", Method::POST, "/v2/myAccount/agreement", signed_in(400), &[], 403),
        role(
            "take_my_subscription",
            Method::POST,
            "/v2/myAccount/subscription",
            signed_in(403),
            INDIVIDUALS,
            400,
        ),
        role(
            "submit_my_proof",
            Method::POST,
            "/v2/myAccount/proofOfDisability",
            signed_in(403),
            INDIVIDUALS,
            400,
        ),
        role(
            "create_my_individual_profile",
            Method::POST,
            "/v2/myAccount/individualProfile",
            signed_in(403),
            &[9],
            400,
        ),
        // An ordinary key does not sign people up.
        role("create_my_account", Method::POST, "/v2/myAccount", same_for_everybody(403), &[], 403),
        // Individuals have their own, sponsors and members the organization's.
        role(
            "get_my_subscription",
            Method::GET,
            "/v2/myAccount/subscription",
            signed_in(404),
            &[3, 4, 6, 7, 8, 9, 14],
            200,
        ),
        mine("get_my_preferences", Method::GET, "/v2/myAccount/preferences"),
        mine("put_my_preferences", Method::PUT, "/v2/myAccount/preferences"),
        mine("get_my_recommendation_profile", Method::GET, "/v2/myAccount/recommendationProfile"),
        mine("put_my_recommendation_profile", Method::PUT, "/v2/myAccount/recommendationProfile"),
    ];
    rows.extend(member_rows(sandbox));
    rows.extend(list_rows(sandbox));
    rows.extend(organization_rows());
    rows.extend(document_rows());
    rows.extend(periodical_rows(sandbox));
    rows.extend(limited_rows());
    rows.extend(account_rows());
    rows.extend(managed_organization_rows());
    rows
}

/// Every endpoint as every kind of caller, on another sandbox.
pub async fn check_every_endpoint(sandbox: &Sandbox) {
    every_endpoint_responds_to_every_caller_as_specified(sandbox).await;
}

both! {
    async fn every_endpoint_responds_to_every_caller_as_specified(sandbox: Sandbox) {
        let document = sandbox.get("/docs/openapi.json").send().await.expect_status(200).json;
        let described = described_responses(&document);
        let mut tokens = Vec::new();
        for caller in CALLERS {
            tokens.push(match caller {
                "no key" | "guest" => None,
                "bad token" => Some("not-a-token".to_owned()),
                user => Some(sandbox.token(user).await),
            });
        }
        for row in rows(sandbox) {
            for ((caller, token), status) in CALLERS.iter().zip(&tokens).zip(row.statuses) {
                let mut call = sandbox.call(row.method.clone(), &row.path);
                if *caller != "no key" {
                    call = call.query(&[("api_key", sandbox.key("app"))]);
                }
                if let Some(token) = token {
                    call = call.bearer(token);
                }
                let reply = call.send().await;
                // A package that an earlier row made is ready immediately.
                let ready = status == 202 && reply.status == 302;
                assert!(ready || reply.status == status, "{} as {caller}: {} {}", row.operation, reply.status, reply.text());
                let text = described.get(&(row.operation, reply.status));
                assert!(text.is_some(), "{}: the description has no {}", row.operation, reply.status);
                // The token server has errors of its own.
                if let Some(key) = reply.json["key"].as_str().filter(|_| reply.status >= 400) {
                    let text = text.copied().unwrap_or_default();
                    assert!(names_key(text, key), "{} {}: {key} is not in {text}", row.operation, reply.status);
                }
            }
        }
    }

    async fn the_description_demands_a_token_where_guests_are_refused(sandbox: Sandbox) {
        let document = sandbox.get("/docs/openapi.json").send().await.expect_status(200).json;
        let guest = CALLERS.iter().position(|caller| *caller == "guest").unwrap();
        let mut refused: BTreeMap<&str, bool> = BTreeMap::new();
        let rows = rows(sandbox);
        for row in &rows {
            *refused.entry(row.operation).or_insert(true) &= row.statuses[guest] == 401;
        }
        let paths = document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/v2"));
        for operation in paths.flat_map(|(_, path)| path.as_object().unwrap().values()) {
            let Some(name) = operation["operationId"].as_str() else { continue };
            let own = operation["security"].as_array().or(document["security"].as_array()).unwrap();
            let demanded = own.iter().all(|way| way.get("accessToken").is_some());
            assert_eq!(demanded, refused[name] && !FOR_SOME_GUESTS.contains(&name), "{name}: {own:?}");
        }
    }

    async fn the_table_names_every_operation(sandbox: Sandbox) {
        let described = operations(&sandbox.get("/docs/openapi.json").send().await.expect_status(200).json);
        let tested: BTreeSet<String> = rows(sandbox).iter().map(|row| row.operation.to_owned()).collect();
        assert_eq!(tested, described);
    }
}
