# Formulaires.
errors-heading = Veuillez vérifier votre saisie
errors-title = Erreur :
error-required = { $name } : ce champ est obligatoire
error-text = { $name } : ce texte est trop long ou contient plus d’une ligne
error-longest = { $name } : { $count } caractères au plus
field-optional = (facultatif)
password-hint = De 8 à 32 caractères, avec au moins une lettre et un chiffre
password-rule = Choisissez un mot de passe de 8 à 32 caractères, avec une lettre et un chiffre

# At the top of every page.
nav-display = Texte et couleurs
nav-contact = Poser une question à la bibliothèque : { $name }
site-notice-heading = Avis de la bibliothèque
