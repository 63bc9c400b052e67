//! The demo's greeting.

use super::record::DemoRecord;

/// Prints addresses, sign-ins, and two lines to try.
pub fn print_greeting(record: &DemoRecord) {
    let base = &record.base_url;
    println!("Openshelf sandbox\n");
    println!("  library       {base}/");
    println!("  interface     {base}/v2");
    println!("  sign-in       {base}/oauth/authorize");
    println!("  description   {base}/docs\n");
    println!("  {:<20} {:<26} {:<20} who", "user", "sign-in name", "password");
    for (name, user) in &record.users {
        let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
        println!("  {name:<20} {:<26} {:<20} {}", shown(&user.username), shown(&user.password), user.about);
    }
    println!("\n  {:<20} {:<26} {:<20} site", "client", "api_key", "secret");
    for (name, client) in &record.clients {
        let secret = if client.secret.is_empty() { "(blank)" } else { client.secret };
        println!("  {name:<20} {:<26} {secret:<20} {}", client.api_key, client.site);
    }
    let title = record.titles.get("publicDomain").map_or(0, |id| id.0);
    println!("\nSearch:\n  curl '{base}/v2/titles?api_key=demo-app&keyword=ferry'");
    println!("Download (polls until the package is ready):");
    println!(
        "  while [ \"$(curl -sL -o book.epub -w '%{{http_code}}' \
         '{base}/v2/titles/{title}/EPUB3?api_key=demo-app')\" = 202 ]; do sleep 1; done"
    );
    println!("\nEmails are not sent, but written to the folder mail next to demo.json.");
    println!("Everything a program needs is in demo.json. Stop with Ctrl-C.");
}
