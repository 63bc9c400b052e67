//! /system: pages for administrators, so that daily work needs no shell (docs/rules/access.md#rule-27).

mod administrator_form;
mod app_secrets;
mod apps;
mod countries;
mod emails;
mod findings;
mod job_retries;
mod organization_types;
mod overview;
mod queue;
mod reference_form;
mod reference_import;
mod references;
mod rehearsal;
mod site_form;
mod site_notice;
mod sites;
mod staff;
mod staff_roles;
mod trace;
mod wording;

pub(crate) use wording::{count_progress, state_name};

use axum::Router;
use axum::routing::{get, post};

use crate::Pages;

/// The address of the page about the state of the installation.
pub(crate) const START_PATH: &str = "/system";

pub(crate) fn routes() -> Router<Pages> {
    Router::new()
        .route("/system", get(overview::show_page).post(overview::start_backup))
        .route("/system/rehearsal", get(rehearsal::show_page).post(rehearsal::start_rehearsal))
        .route("/system/jobs", get(queue::list_jobs))
        .route("/system/jobs/retry", get(job_retries::ask_to_retry).post(job_retries::retry_failed))
        .route("/system/jobs/{id}", get(queue::show_job))
        .route("/system/jobs/{id}/retry", post(queue::retry_job))
        .route("/system/jobs/{id}/cancel", post(queue::cancel_job))
        .route("/system/emails", get(emails::show_page))
        .route("/system/emails/retry", post(emails::retry_failed))
        .route("/system/emails/test", post(emails::send_test))
        .route("/system/apps", get(apps::list_apps))
        .route("/system/apps/new", get(apps::show_form).post(apps::create_app))
        .route("/system/apps/state", post(apps::set_state))
        .route("/system/apps/secret", get(app_secrets::show_question).post(app_secrets::replace_secret))
        .route("/system/staff", get(staff::list_staff))
        .route("/system/staff/{id}", get(staff::show_member))
        .route("/system/staff/{id}/give", get(staff_roles::ask_to_give).post(staff_roles::give_role))
        .route("/system/staff/{id}/take", get(staff_roles::ask_to_take).post(staff_roles::take_role))
        .route("/system/trace", get(trace::show_form).post(trace::trace_copy))
        .route("/system/sites", get(sites::list_sites).post(site_form::create_site))
        .route("/system/sites/{id}", get(sites::show_site))
        .route("/system/sites/{id}/details", post(site_form::set_details))
        .route("/system/sites/{id}/notice", get(site_notice::show_form).post(site_notice::save_notice))
        .route("/system/sites/{id}/reviews", post(sites::set_reviews))
        .route("/system/sites/{id}/joining", post(sites::set_joining))
        .route("/system/sites/{id}/admission", post(sites::set_admission))
        .merge(list_routes())
}

/// The routes of the library's lists: types of organizations, and organizations that exist.
fn list_routes() -> Router<Pages> {
    Router::new()
        .route(
            "/system/organization-types",
            get(organization_types::list_types).post(organization_types::set_type),
        )
        .route(
            "/system/organization-types/remove",
            get(organization_types::ask_to_remove).post(organization_types::remove_type),
        )
        .route("/system/reference-organizations", get(references::list_entries))
        .route(
            "/system/reference-organizations/import",
            get(reference_import::show_form).post(reference_import::upload_file),
        )
        .route(
            "/system/reference-organizations/import/{id}",
            get(reference_import::show_report).post(reference_import::import_file),
        )
        .route(
            "/system/reference-organizations/new",
            get(reference_form::show_new).post(reference_form::add_entry),
        )
        .route(
            "/system/reference-organizations/entry",
            get(reference_form::show_entry).post(reference_form::change_entry),
        )
        .route(
            "/system/reference-organizations/remove",
            get(references::ask_to_remove).post(references::remove_entry),
        )
}
