"""The one composition root. Nothing is opened here: each adapter connects when it is first used."""
