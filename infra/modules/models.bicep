metadata description = 'The right to call the models of an account of Azure OpenAI that is new or was there.'

@description('Name of the account.')
param accountName string

@description('The app\'s identity.')
param principalId string

var cognitiveServicesOpenAiUser = '5e0bd9bd-7b93-4f28-af87-19fc36ad61bd'

resource account 'Microsoft.CognitiveServices/accounts@2025-06-01' existing = {
  name: accountName
}

// Calls the models; neither sees keys nor changes deployments.
resource user 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, cognitiveServicesOpenAiUser)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', cognitiveServicesOpenAiUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

@description('Resource id.')
output id string = account.id

@description('Endpoint.')
output endpoint string = account.properties.endpoint
