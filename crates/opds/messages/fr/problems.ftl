# Il n’y a rien.
problem-not-found = Introuvable
problem-not-found-text = Il n’y a rien à cette adresse.
problem-no-title = Ce titre n’existe pas.
problem-no-periodical = Ce périodique n’existe pas.
problem-no-edition = Ce numéro n’existe pas.
problem-no-file = Ce fichier n’existe pas.
problem-no-list = Cette liste de lecture n’existe pas.
problem-no-user = Cette personne n’a pas de compte ici.
problem-no-format = Ce titre n’existe pas dans ce format.
problem-link-expired = L’adresse est endommagée ou a expiré. Demandez-en une nouvelle.

# Incompris.
problem-method = Impossible
problem-method-text = Cette adresse n’accepte pas cette méthode.
problem-not-understood = Demande incomprise
problem-refused-text = La bibliothèque n’a pas pu accepter cette demande.
problem-address = L’adresse ne peut pas être lue. Un paramètre ne peut y figurer qu’une fois.
problem-page = L’adresse de cette page ne peut pas être lue. Revenez à la première page.
problem-two-pages = after, before : un seul des deux peut être utilisé.
problem-value = { $field } : doit être l’une de ces valeurs : { $values }.
problem-field = { $field } : a une valeur qui n’est pas possible.
problem-field-missing = { $field } : manque.
problem-field-date = { $field } : doit être une date.
problem-format = format : ce format n’existe pas.
problem-language = language : cette langue n’existe pas.
problem-isbn = isbn : ce n’est pas un ISBN.
problem-too-large = Trop grand
problem-too-large-text = La requête est trop volumineuse.

# Pas maintenant.
problem-too-many-text = Trop de demandes sont venues d’ici.
problem-too-many-failures = Trop de connexions ont échoué.
problem-too-many-downloads = Trop de vos livres sont en préparation. Réessayez quand l’un d’eux sera prêt.
problem-not-ready = Pas encore prêt
problem-not-ready-text = Le livre est encore en préparation. Réessayez dans un instant.
problem-failed = Le livre n’a pas pu être produit
problem-failed-text = Un problème est survenu pendant la préparation de cette copie. Réessayez.

# Pas pour cette personne.
problem-closed = Inaccessible pour vous
problem-not-allowed = Non autorisé
problem-not-allowed-text = Vous n’avez pas accès à cette fonction.
problem-sponsors = Seuls les responsables d’un organisme peuvent faire cela.

# Les positions dans un livre.
problem-newer-place = Il existe une position plus récente
problem-newer-place-text = La bibliothèque connaît une position que cette personne a atteinte plus tard.
place-not-kept = Cette position ne peut pas être enregistrée.
place-modified = modified doit être une date et une heure avec leur décalage.
place-device = device doit avoir id et name.
place-progression = progression doit être un nombre.
place-href = locator.href doit être un texte.
place-total = locator.locations.totalProgression doit être un nombre.
place-body = Le contenu n’a pas pu être lu.
place-json = Le contenu n’est pas du JSON.
place-limits = Un texte est trop long, ou un nombre n’est pas compris entre 0 et 1.
