//! The server as its users meet it: every test runs the real program on a sandbox of its own, over HTTP, on
//! SQLite or on PostgreSQL, some on both. Folders mirror the addresses.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]
#![expect(unreachable_pub, reason = "in a program, `pub` says what other files of it may use")]

mod accounts;
mod assigned_titles;
mod catalog;
mod commands;
mod competent_authority;
mod conventions;
mod day_at_a_library;
mod day_in_a_school;
mod endpoints;
mod formats;
mod kill;
mod kosync;
mod lists;
mod my_account;
mod my_documents;
mod my_organization;
mod my_recommendations;
mod oauth;
mod object_store;
mod opds;
mod openapi;
mod openapi_examples;
mod operator;
mod organization_types;
mod organizations;
mod outage;
mod pages;
mod periodicals;
mod popular_lists;
mod reader;
mod reading;
mod reference_organizations;
mod serving;
mod site;
mod subscription_types;
mod support;
mod titles;
mod user_names;
mod utm;
mod walk;
mod worker_processes;
