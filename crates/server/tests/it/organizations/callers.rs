//! The permitted callers: membership assistants of the site and administrators, with a key that has the
//! privilege (docs/rules/access.md#rule-26, docs/rules/memberships.md).

use reqwest::Method;

use super::{FORM, MEMBER, ORGANIZATIONS, account, lab_staff, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

/// Method, path, a form that is good, and the status for staff who send nothing.
type Operation<'a> = (Method, String, Vec<(&'a str, &'a str)>, u16);

/// Every operation.
fn operations(sandbox: &Sandbox) -> Vec<Operation<'_>> {
    let one = school(sandbox);
    let (members, contact) = (format!("{one}/members"), format!("{one}/primaryContact"));
    vec![
        (Method::POST, ORGANIZATIONS.to_owned(), FORM.to_vec(), 400),
        (Method::GET, one.clone(), vec![], 200),
        (Method::PUT, one, vec![("city", "Bend")], 200),
        (Method::GET, members.clone(), vec![], 200),
        (Method::POST, members, MEMBER.to_vec(), 400),
        (Method::PUT, contact, vec![("userIdentifier", account(sandbox, "sponsor"))], 400),
    ]
}

one! {
    async fn only_membership_staff_manage_organizations(sandbox: Sandbox) {
        for name in [
            "individual", "individual2", "unqualified", "minor", "sponsor", "primaryContact", "orgMember",
            "collectionAssistant", "volunteer", "labIndividual", "labAssistant",
        ] {
            let user = User::sign_in(sandbox, name).await.with_key_of("privileged");
            for (method, path, form, _) in operations(sandbox) {
                // Bad and good requests alike: the role comes first.
                for form in [&form[..], &[("country", "x")]] {
                    let reply = user.send(method.clone(), &path, if method == Method::GET { &[] } else { form }).await;
                    assert_eq!((reply.status, reply.json["key"].as_str()), (403, Some("FORBIDDEN")), "{method} {path} as {name}");
                }
            }
        }
        for key in ["app", "privileged"] {
            for (method, path, ..) in operations(sandbox) {
                let call = sandbox.call(method, &path).query(&[("api_key", sandbox.key(key))]);
                call.send().await.expect_error(401, "UNAUTHORIZED");
            }
        }
    }

    async fn ordinary_keys_are_refused(sandbox: Sandbox) {
        for name in ["membershipAssistant", "administrator", "individual", "primaryContact"] {
            let user = User::sign_in(sandbox, name).await;
            for (method, path, ..) in operations(sandbox) {
                user.send(method, &path, &[]).await.expect_error(403, "CLIENT_NOT_ALLOWED");
            }
        }
    }

    async fn assistants_of_the_site_and_administrators(sandbox: Sandbox) {
        for name in ["administrator", "membershipAssistant"] {
            let user = staff(sandbox, name).await;
            for (method, path, _, status) in operations(sandbox) {
                let reply = user.send(method.clone(), &path, &[]).await;
                assert_eq!(reply.status, status, "{method} {path} as {name}: {}", reply.text());
            }
        }
    }

    async fn staff_of_another_site_find_nothing(sandbox: Sandbox) {
        let there = lab_staff(sandbox).await;
        for (method, path, form, _) in operations(sandbox).into_iter().skip(1) {
            let form = if method == Method::GET { vec![] } else { form };
            there.send(method, &path, &form).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        }
        let kept = staff(sandbox, "administrator").await.get(&school(sandbox)).await.expect_status(200).json;
        assert_eq!(kept["address"]["city"], "Astoria");
        assert_eq!(kept["primaryContact"]["userAccountId"], account(sandbox, "primaryContact"));
    }
}
