package dev.rota.pages.domain;

import java.util.Arrays;
import java.util.List;

/**
 * The changes that the form of a what-if offers as fields. Every other change is a line of text.
 *
 * @param policy fields of the policy
 * @param hasQuotas whether instances have quotas
 * @param party the word for a party of which there can be more or fewer; empty if there is none
 */
public record WhatIfFields(List<Field> policy, boolean hasQuotas, String party) {

    public WhatIfFields {
        policy = List.copyOf(policy);
    }

    /**
     * A field of the policy.
     *
     * @param choices its values; empty if it is a number
     */
    public record Field(String name, List<String> choices) {

        public Field {
            choices = List.copyOf(choices);
        }

        public static Field number(String name) {
            return new Field(name, List.of());
        }

        public static Field oneOf(String name, Enum<?>... choices) {
            return new Field(name, Arrays.stream(choices).map(Enum::name).toList());
        }
    }
}
