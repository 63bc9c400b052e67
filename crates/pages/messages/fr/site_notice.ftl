# Un avis aux visiteurs d’un site.
site-notice-of = Avis sur les pages de { $name }
site-notice-link = Avis sur toutes les pages
site-notice-about = Toutes les pages de ce site montrent l’avis au-dessus de leur contenu, par exemple quand les téléchargements sont fermés une nuit. Les visiteurs sans compte voient un changement en une minute au plus.
site-notice-text = Texte dans cette langue : { $name }
site-notice-text-missing = Saisissez le texte dans au moins une langue ; les pages dans les autres le montrent aussi
site-notice-first-day = Premier jour
site-notice-last-day = Dernier jour
site-notice-day-hint = Année, mois et jour, par exemple 2026-12-05. Les jours commencent et finissent à minuit, UTC.
site-notice-day-wrong = Ce n’est pas une date : saisissez l’année, le mois et le jour, par exemple 2026-12-05
site-notice-last-day-wrong = Le dernier jour précède le premier
site-notice-days = L’avis est montré du { $from } au { $to }.
site-notice-save = Montrer l’avis
site-notice-remove = Retirer l’avis
site-notice-saved = L’avis est enregistré.
site-notice-removed = L’avis est retiré.
site-notice-back = Retour au site
